import Bytes
import Entities
import Files
import Glibc
import Services

/// What a sync keeps of itself in `.git/notes-tui/`: never among the vault's files.
///
/// Each file is whole or not there. What is written before a step is on the disk before that step begins.
struct SyncState: Sendable {
  enum Name: String {
    /// A sync runs, or was killed: locks of git's that no process holds are its own.
    case running
    /// Files are being written: the commits before and after. Until it is gone, that is finished
    /// first.
    case apply
    /// Which of them are done.
    case applied
    /// What the last sync changed in the files, for undo: pairs of commits.
    case last
    /// When a sync finished, and what the remote had then.
    case synced
    /// Notes that had marks when a sync wrote them.
    case conflicts
  }

  let folder: [UInt8]
  private let disk: Disk
  private static let limit = 64 << 20

  init(gitFolder: String, disk: Disk = .real) {
    folder = Array("\(gitFolder)/notes-tui".utf8)
    self.disk = disk
  }

  /// One sync at a time; the lock is open while what this answers with lives.
  func lock() throws(SyncFailure) -> Descriptor {
    do throws(SystemError) {
      try PrivateFolder.make(folder, mode: 0o700, disk: disk)
      let file = try Posix.open(
        folder + Array("/lock".utf8), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      let raw = file.raw
      // A program that was started just now may hold the lock of a sync that ended, until it runs.
      try Posix.lock(raw, for: .seconds(1))
      return file
    } catch  where error.code == EWOULDBLOCK {
      throw .busy
    } catch {
      throw failure(error, "lock")
    }
  }

  /// Takes away what a killed run left half done. Only while the lock is held.
  func removeLeft() {
    guard let folder = try? Posix.openFolder(folder),
      let names = try? Posix.names(in: folder.raw)
    else { return }
    for name in names where name.starts(with: Self.index.utf8) || TemporaryName.matches(name) {
      try? Posix.remove(name, in: folder.raw)
    }
  }

  /// What indexes of a run's own are called; git puts `.lock` behind that.
  static let index = "index-"

  func contents(_ name: Name) throws(SyncFailure) -> [UInt8]? {
    do throws(SystemError) {
      guard let folder = try ifThere(Posix.openFolder(folder)) else { return nil }
      return try ifThere(
        Posix.contents(Array(name.rawValue.utf8), in: folder.raw, limit: Self.limit))
    } catch {
      throw failure(error, name.rawValue)
    }
  }

  /// When it was written; nil where it is not there.
  func moment(of name: Name) -> Timestamp? {
    try? Posix.facts(path(name)).modified
  }

  /// Durable when it returns.
  func write(_ bytes: [UInt8], as name: Name) throws(SyncFailure) {
    do throws(SystemError) {
      let folder = try Posix.openFolder(folder)
      try NewFile.put(bytes, as: Array(name.rawValue.utf8), in: folder.raw, disk: disk)
    } catch {
      throw failure(error, name.rawValue)
    }
  }

  /// Adds a line. It is not waited for: what gets lost of it makes work, and no harm.
  func append(_ line: [UInt8], to name: Name) throws(SyncFailure) {
    do throws(SystemError) {
      let file = try Posix.open(
        path(name), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o600)
      try disk.write(line + [Byte.lineFeed], to: file.raw)
    } catch {
      throw failure(error, name.rawValue)
    }
  }

  /// Durable when it returns; one that is not there is no error.
  func remove(_ name: Name) throws(SyncFailure) {
    do throws(SystemError) {
      let folder = try Posix.openFolder(folder)
      guard try ifThere(Posix.remove(Array(name.rawValue.utf8), in: folder.raw)) != nil else {
        return
      }
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      throw failure(error, name.rawValue)
    }
  }

  private func path(_ name: Name) -> [UInt8] { folder + Array("/\(name.rawValue)".utf8) }

  private func failure(_ error: SystemError, _ name: String) -> SyncFailure {
    let path = String(decoding: folder, as: UTF8.self) + "/\(name)"
    if [ENOSPC, EDQUOT].contains(error.code) {
      return .state("The disk is full: \(path) was not written. Free some space, then sync again.")
    }
    return .state(
      "\(path) could not be read or written: \(error.reason). Check its owner and mode, then sync again."
    )
  }
}

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

  /// Nil where it is not such a line: it was damaged, or another version wrote it.
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
  // MARK: - The changes being applied

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
