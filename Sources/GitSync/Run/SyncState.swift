import Bytes
import Entities
import Files
import Glibc
import Services

/// The sync's own records in `.git/notes-tui/`, outside the vault's files.
///
/// Each file is complete or missing. A record made before a step is on the disk before that step begins.
struct SyncState: Sendable {
  enum Name: String {
    /// A sync runs, or was killed: git's locks without a process are then its own.
    case running
    /// The commits before and after, while files are being written. As long as this file exists,
    /// finishing that comes first.
    case apply
    /// The files that are written already.
    case applied
    /// The changes to the files by the last sync, for undo: pairs of commits.
    case last
    /// The time of the last complete sync, and the remote's commit.
    case synced
    /// Notes that had conflict marks when a sync wrote them.
    case conflicts
  }

  let folder: [UInt8]
  private let disk: Disk
  private static let limit = 64 << 20

  init(gitFolder: String, disk: Disk = .real) {
    folder = Array("\(gitFolder)/notes-tui".utf8)
    self.disk = disk
  }

  /// Allows one sync at a time. The lock lasts as long as the returned descriptor.
  func lock() throws(SyncFailure) -> Descriptor {
    do throws(SystemError) {
      try PrivateFolder.make(folder, mode: 0o700, disk: disk)
      let file = try Posix.open(
        folder + Array("/lock".utf8), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      let raw = file.raw
      // A newly forked program may hold the lock of a finished sync until it executes.
      try Posix.lock(raw, for: .seconds(1))
      return file
    } catch  where error.code == EWOULDBLOCK {
      throw .busy
    } catch {
      throw failure(error, "lock")
    }
  }

  /// Removes what a killed run left half done. Call only with the lock.
  func removeLeft() {
    guard let folder = try? Posix.openFolder(folder),
      let names = try? Posix.names(in: folder.raw)
    else { return }
    for name in names where name.starts(with: Self.index.utf8) || TemporaryName.matches(name) {
      try? Posix.remove(name, in: folder.raw)
    }
  }

  /// The prefix of a run's temporary indexes; git appends `.lock` for their locks.
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

  /// Returns the time when the file was written; nil if it does not exist.
  func moment(of name: Name) -> Timestamp? {
    try? Posix.facts(path(name)).modified
  }

  /// Writes the file; it is durable on return.
  func write(_ bytes: [UInt8], as name: Name) throws(SyncFailure) {
    do throws(SystemError) {
      let folder = try Posix.openFolder(folder)
      try NewFile.put(bytes, as: Array(name.rawValue.utf8), in: folder.raw, disk: disk)
    } catch {
      throw failure(error, name.rawValue)
    }
  }

  /// Appends a line, without waiting for the disk: a lost line costs work, but does no harm.
  func append(_ line: [UInt8], to name: Name) throws(SyncFailure) {
    do throws(SystemError) {
      let file = try Posix.open(
        path(name), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o600)
      try disk.write(line + [Byte.lineFeed], to: file.raw)
    } catch {
      throw failure(error, name.rawValue)
    }
  }

  /// Removes the file, durably on return. A missing file is no error.
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

/// A write of files in progress, from commit `old` to `new`. `old` is nil if the branch had no commit.
struct Applying: Equatable, Sendable {
  var branch: String
  var old: String?
  var new: String

  /// One line: `old new branch`, with `-` for no commit.
  var line: [UInt8] {
    Array("\(old ?? "-") \(new) ".utf8) + Percent.encoded(branch.utf8)
  }

  init(branch: String, old: String?, new: String) {
    self.branch = branch
    self.old = old
    self.new = new
  }

  /// Nil if it is not such a line: it is damaged, or another version wrote it.
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

  /// Returns the finished files. A line that a kill cut short counts as unfinished, or names a path
  /// that does not matter.
  func applied() throws(SyncFailure) -> Set<NotePath> { try paths(in: .applied) }

  func addApplied(_ path: NotePath) throws(SyncFailure) {
    try append(Percent.encoded(path.bytes), to: .applied)
  }

  // MARK: - The last sync's changes

  func lastChanges() throws(SyncFailure) -> [Applying] {
    try (contents(.last) ?? []).split(separator: Byte.lineFeed).compactMap { Applying(line: $0) }
  }

  func keepLast(_ changes: [Applying]) throws(SyncFailure) {
    try write(changes.flatMap { $0.line + [Byte.lineFeed] }, as: .last)
  }

  // MARK: - The time of the last sync

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
