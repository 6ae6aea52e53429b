import Bytes
import Entities
import Services

/// The authors and messages of a sync's commits.
enum CommitWords {
  /// The author of merges. All devices use it, so that merging the same two commits gives the same
  /// commit.
  static let merger = CommitPerson(name: "notes-tui", email: "sync@notes-tui")
  static let merge = "merged\n"

  /// Returns the author of changes on a device. The name appears in conflict marks.
  static func person(device: String) -> CommitPerson {
    // git refuses names that consist only of such characters, and strips them from others.
    let name = device.unicodeScalars.filter {
      $0.value >= 0x20 && !"<>".unicodeScalars.contains($0)
    }
    let text = String(String.UnicodeScalarView(name)).trimmed
    return text.isEmpty
      ? CommitPerson(name: "device", email: "device@notes-tui")
      : CommitPerson(name: text, email: "\(plain(text))@notes-tui")
  }

  /// Returns a name that is safe in an e-mail address or a branch name.
  static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.map { Byte.isLetter($0) || Byte.isDigit($0) ? $0 : Byte.dash },
      as: UTF8.self)
  }

  /// Returns the name of one side for conflict marks: `laptop 2026-03-02 09:00`.
  static func side(_ facts: CommitFacts) -> String { side(facts.author, facts.date) }

  static func side(_ device: String, _ seconds: Int) -> String {
    "\(device) \(CivilCalendar.civil(Timestamp(seconds: Int64(clamping: seconds))).shortText())"
  }

  private static let mostListed = 100

  /// Returns a commit message from `template`, which may contain `{{device}}` and `{{notes}}`. The
  /// notes are listed below it, unless their names are secret.
  static func message(
    _ template: String, device: String, changes: [SyncChange], isSecret: Bool
  ) -> String {
    let count = changes.count
    let notes = isSecret ? "notes" : count == 1 ? changes[0].path.line : "\(count) notes"
    let subject = template.replacing("{{device}}", with: device).replacing("{{notes}}", with: notes)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    if isSecret || count == 1 { return "\(subject)\n" }
    var lines = changes.prefix(mostListed).map { change in
      let mark =
        switch change.kind {
        case .added: "+";
        case .changed: "*";
        case .removed: "-"
        }
      return "\(mark) \(change.path.line)"
    }
    if count > mostListed { lines.append("and \(count - mostListed) more") }
    return "\(subject)\n\n\(lines.joined(separator: "\n"))\n"
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension NotePath {
  /// The path on one line, without control characters.
  fileprivate var line: String {
    String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7f ? Byte.space : $0 }, as: UTF8.self)
  }
}

extension SyncReport {
  /// Every path in the report.
  var paths: Set<NotePath> {
    var found = Set(came.map(\.path) + went.map(\.path) + conflicts)
    _ = with {
      found.insert($0)
      return $0
    }
    return found
  }

  /// Returns the report with other names for its files.
  func with(_ name: (NotePath) -> NotePath) -> SyncReport {
    var report = self
    report.came = came.map { SyncChange(name($0.path), $0.kind) }.sorted { $0.path < $1.path }
    report.went = went.map { SyncChange(name($0.path), $0.kind) }.sorted { $0.path < $1.path }
    report.conflicts = conflicts.map(name).sorted()
    report.events = events.map { $0.with(name) }
    return report
  }
}

extension SyncEvent {
  fileprivate func with(_ name: (NotePath) -> NotePath) -> SyncEvent {
    switch self {
    case .merged(let path): .merged(name(path))
    case .marked(let path, let count): .marked(name(path), count)
    case .bothKept(let path, let other): .bothKept(name(path), other: name(other))
    case .deletionOverruled(let path): .deletionOverruled(name(path))
    case .renamed(let path, let new): .renamed(name(path), to: name(new))
    case .nameTaken(let path, let new): .nameTaken(name(path), to: name(new))
    case .linksFollowed(let path): .linksFollowed(name(path))
    case .changedMeanwhile(let path): .changedMeanwhile(name(path))
    case .leftAlone(let path, let reason): .leftAlone(name(path), reason)
    case .nestedRepositories(let paths): .nestedRepositories(paths.map(name))
    case .remoteWasEmpty, .historyRewritten, .unrelatedHistories, .remark: self
    }
  }
}
