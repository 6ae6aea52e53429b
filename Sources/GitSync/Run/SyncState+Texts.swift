import Bytes
import Entities
import Files
import Services

/// Files are written: from one commit to the other. `old` is nil where the branch had none yet.
struct Applying: Equatable, Sendable {
  var branch: String
  var old: String?
  var new: String

  /// One line: `old new branch`, with `-` for none.
  var line: [UInt8] {
    Array("\(old ?? "-") \(new) ".utf8) + Percent.encoded(branch.utf8)
  }

  init(branch: String, old: String?, new: String) {
    self.branch = branch
    self.old = old
    self.new = new
  }

  /// Nil for what is no such line: it was damaged, or another version wrote it.
  init?(line: some Collection<UInt8>) {
    let parts = line.split(separator: Byte.space).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3, Self.isHash(parts[1]), parts[0] == "-" || Self.isHash(parts[0]),
      let branch = Percent.decoded(parts[2])
    else { return nil }
    self.init(branch: branch, old: parts[0] == "-" ? nil : parts[0], new: parts[1])
  }

  private static func isHash(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count) && text.utf8.allSatisfy(Hex.isLowercaseDigit)
  }
}

extension SyncState {
  // MARK: - What is applied

  func applying() throws(SyncFailure) -> Applying? {
    guard let bytes = try contents(.apply) else { return nil }
    guard let line = bytes.split(separator: Byte.lineFeed).first, let found = Applying(line: line)
    else {
      throw .state(
        "\(String(decoding: folder, as: UTF8.self))/apply is damaged: a sync was stopped while it wrote"
          + " files. Compare with git status, remove that file, then sync again.")
    }
    return found
  }

  func begin(_ applying: Applying) throws(SyncFailure) {
    try remove(.applied)
    try write(applying.line + [Byte.lineFeed], as: .apply)
  }

  func end() throws(SyncFailure) {
    try remove(.apply)
    try remove(.applied)
  }

  /// Those of which all is done. A line that a kill cut short is none of them, or one that was not
  /// written at all: a path that is not in question.
  func applied() throws(SyncFailure) -> Set<NotePath> { try paths(in: .applied) }

  func addApplied(_ path: NotePath) throws(SyncFailure) {
    try append(Percent.encoded(path.bytes), to: .applied)
  }

  // MARK: - What the last sync changed

  func lastChanges() throws(SyncFailure) -> [Applying] {
    try (contents(.last) ?? []).split(separator: Byte.lineFeed).compactMap { Applying(line: $0) }
  }

  func keepLast(_ changes: [Applying]) throws(SyncFailure) {
    try write(changes.flatMap { $0.line + [Byte.lineFeed] }, as: .last)
  }

  // MARK: - When, and what the remote had

  struct Synced: Equatable, Sendable {
    var seconds: Int64
    /// The remote's commit of our branch.
    var remote: String
  }

  func synced() throws(SyncFailure) -> Synced? {
    let parts = try (contents(.synced) ?? []).split { $0 == Byte.space || $0 == Byte.lineFeed }
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, let seconds = Int64(parts[0]) else { return nil }
    return Synced(seconds: seconds, remote: parts[1])
  }

  func keep(_ synced: Synced) throws(SyncFailure) {
    try write(Array("\(synced.seconds) \(synced.remote)\n".utf8), as: .synced)
  }

  // MARK: - Notes with marks

  func conflicts() throws(SyncFailure) -> Set<NotePath> { try paths(in: .conflicts) }

  func keepConflicts(_ paths: Set<NotePath>) throws(SyncFailure) {
    if paths.isEmpty { return try remove(.conflicts) }
    let lines = paths.sorted().flatMap { Percent.encoded($0.bytes) + [Byte.lineFeed] }
    try write(lines, as: .conflicts)
  }

  private func paths(in name: Name) throws(SyncFailure) -> Set<NotePath> {
    var bytes = try contents(name) ?? []
    while let last = bytes.last, last != Byte.lineFeed { bytes.removeLast() }
    return Set(
      bytes.split(separator: Byte.lineFeed).compactMap { line in
        Percent.decoded(line).map { NotePath(bytes: $0) }
      })
  }
}
