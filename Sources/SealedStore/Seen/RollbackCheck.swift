import Entities
import Files
import Services

/// Finds sealed notes that are older than their last known state, duplicated or missing.
package struct RollbackCheck: Sendable {
  let paths: SealedPaths

  package static var kind: String { KnownVersions.kind }

  init(_ paths: SealedPaths) { self.paths = paths }

  /// Returns the findings. With `accepting`, the reported states become the known ones.
  func findings(repairing isAccepting: Bool) -> [HealthFinding] {
    guard let seen = paths.seen, paths.survey().isRead, let present = present() else { return [] }
    do throws(SystemError) {
      let table = try seen.table()
      let report = RollbackReport(present, table)
      if isAccepting, !report.isEmpty || table.isDamaged {
        let all = paths.allSeen()
        try seen.change { table in
          report.accept(into: &table)
          for event in all { table.take(event) }
          table.isDamaged = false
          table.began = table.began ?? paths.folder.clock.now
          return true
        }
      }
      return findings(report, table, isAccepting)
    } catch {
      return [
        finding(
          .warning, "The record of known versions cannot be read or written: \(error.reason).",
          "Check the folder “seen” in ~/.local/state/notes-tui. No note depends on it.")
      ]
    }
  }

  /// Returns nil if the folder or the trash cannot be read.
  func present() -> [PresentFile]? {
    guard let root = try? paths.folder.openRoot() else { return nil }
    var present = paths.asking { table -> [PresentFile] in
      table.records.map { id, record in
        PresentFile(
          id: id, state: record.mark == .none ? nil : SeenState(record),
          shown: table.path(of: id) ?? record.path)
      }
    }
    guard Posix.exists(SealedFolder.trashName, in: root.raw) else { return present }
    guard let trash = try? paths.folder.openTrash(in: root.raw, making: false),
      let names = try? Posix.names(in: trash.raw)
    else { return nil }
    for name in names {
      guard let id = SealedID(fileName: name) else { continue }
      var note = PresentFile(
        id: id, shown: NotePath(bytes: SealedFolder.trashName + [slash] + name), isTrashed: true)
      if let file = try? paths.folder.open(name, in: trash.raw), let head = try? file.head() {
        note.state = SeenState(
          mark: head.mark, modified: file.facts.modified, path: head.path)
        note.shown = NotePath(bytes: SealedFolder.trashName + [slash] + head.path.bytes)
      }
      present.append(note)
    }
    return present
  }

  // MARK: Findings

  private func finding(
    _ state: HealthFinding.State, _ text: String, _ advice: String? = nil
  ) -> HealthFinding {
    HealthFinding(part: "seen notes", state: state, text: text, advice: advice)
  }

  private static let most = 20

  private func findings(
    _ report: RollbackReport, _ table: KnownVersionsTable, _ isAccepted: Bool
  ) -> [HealthFinding] {
    let accept = "“notes-tui doctor --repair” takes it as it is."
    var findings: [HealthFinding] = []
    func tell(_ state: HealthFinding.State, _ texts: [String], _ advice: String) {
      for text in texts.prefix(Self.most) {
        findings.append(
          finding(isAccepted ? .warning : state, text, isAccepted ? nil : "\(advice) \(accept)"))
      }
      if texts.count > Self.most {
        findings.append(
          finding(
            isAccepted ? .warning : state, "\(texts.count - Self.most) more notes are like this."))
      }
    }
    tell(
      .problem, report.older.map { "\($0.shown.text): an earlier state of it was put back." },
      "A later one was seen here. Look at its versions (notes-tui history).")
    tell(
      .warning,
      report.doubtful.map {
        "\($0.shown.text): its file is older than the one that was seen last."
      },
      "It may be an earlier state, or another computer's clock is slow.")
    tell(
      .problem,
      report.copies.map {
        "\($0.note.text): its file is a copy of the one of \($0.original.text)."
      },
      "Move one of them to the trash.")
    tell(
      .problem, report.back.map { "\($0.shown.text): it was deleted here, and is there again." },
      "Somebody put its file back.")
    tell(
      .warning,
      report.missing.map {
        "\($0.path.text): it was seen here, is gone, and was not deleted here."
      },
      "If it was not deleted elsewhere, bring its file back from a copy.")
    if table.isDamaged {
      findings.append(
        finding(
          .warning,
          "A part of what was remembered of the notes could not be read"
            + (isAccepted ? "; it was written again." : "."),
          isAccepted
            ? nil
            : "The notes are as they were. What happened to them before may be unknown. "
              + "“notes-tui doctor --repair” writes it again."))
    }
    if isAccepted, !findings.isEmpty {
      findings.append(finding(.ok, "All notes are taken as they are from here on."))
    } else if findings.isEmpty {
      findings.append(finding(.ok, "None is older than it was, doubled or missing\(since(table))."))
    }
    return findings
  }

  private func since(_ table: KnownVersionsTable) -> String {
    guard let began = table.began else { return "" }
    let day = Day(paths.folder.clock.civil(began))
    return "; remembered here since \(day.text)"
  }
}

/// A sealed file in the vault or its trash.
struct PresentFile: Equatable {
  var id: SealedID
  /// Nil where it cannot be opened.
  var state: SeenState?
  /// The path as listed: the second of two with the same path has a number.
  var shown: NotePath
  var isTrashed = false
}

/// The differences between the notes and their records.
struct RollbackReport: Equatable {
  struct Copy: Equatable {
    var ids: [SealedID]
    var note: NotePath
    var original: NotePath
  }

  /// Notes in a state that is known to be earlier than a later one.
  var older: [PresentFile] = []
  /// Notes in an unknown state, whose file is older than the last known one.
  var doubtful: [PresentFile] = []
  var copies: [Copy] = []
  /// Notes that were deleted for good here, and exist again.
  var back: [PresentFile] = []
  var missing: [(id: SealedID, path: NotePath)] = []

  static func == (one: RollbackReport, other: RollbackReport) -> Bool {
    one.older == other.older && one.doubtful == other.doubtful && one.copies == other.copies
      && one.back == other.back && one.missing.map(\.id) == other.missing.map(\.id)
  }

  init(_ present: [PresentFile], _ table: KnownVersionsTable) {
    // The first file with a mark is the note, others are its copies.
    let inOrder = present.sorted { ($0.id, $0.isTrashed ? 1 : 0) < ($1.id, $1.isTrashed ? 1 : 0) }
    let byID = Dictionary(inOrder.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var holders: [FileMark: PresentFile] = [:]
    for (id, entry) in table.entries {
      guard let note = byID[id] else { continue }
      for mark in entry.earlier { holders[mark] = note }
    }
    var seen: [FileMark: PresentFile] = [:]
    for note in inOrder {
      guard let state = note.state else { continue }
      let entry = table.entries[note.id]
      let other = seen[state.mark] ?? holders[state.mark].flatMap { $0.id == note.id ? nil : $0 }
      if seen[state.mark] == nil { seen[state.mark] = note }
      if let other {
        if entry?.isAcceptedCopy != true {
          copies.append(Copy(ids: [note.id, other.id], note: note.shown, original: other.shown))
        }
        continue
      }
      guard let entry else { continue }
      if entry.isDeleted, entry.knows(state.mark) {
        back.append(note)
      } else if entry.earlier.contains(state.mark) {
        older.append(note)
      } else if state.mark != entry.last.mark, state.modified < entry.last.modified {
        doubtful.append(note)
      }
    }
    missing = table.entries.filter { !$0.value.isDeleted && byID[$0.key] == nil }
      .map { ($0.key, $0.value.last.path) }.sorted { ($0.path, $0.id) < ($1.path, $1.id) }
  }

  var isEmpty: Bool {
    older.isEmpty && doubtful.isEmpty && copies.isEmpty && back.isEmpty && missing.isEmpty
  }

  /// Accepts all differences, so that they are not reported again.
  func accept(into table: inout KnownVersionsTable) {
    for note in older + doubtful + back {
      if let state = note.state { table.take(.written(note.id, state)) }
    }
    for id in copies.flatMap(\.ids) { table.acceptCopy(id) }
    for note in missing { table.take(.deleted(note.id)) }
  }
}
