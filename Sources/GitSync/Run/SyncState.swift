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
    /// Files are being written: the commits before and after. Until it is gone, that goes on first.
    case apply
    /// Which of them are done.
    case applied
    /// What the last sync changed in the files, for undo: pairs of commits.
    case last
    /// When a sync came to its end, and what the remote had then.
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
