import Bytes
import Entities
import Files
import Glibc
import Services

/// A folder that an export writes next to its destination. Once complete it is renamed to the destination;
/// otherwise it is removed.
final class ExportFolder {
  private let path: NotePath
  private let format: ExportFormat
  private let replacesEarlier: Bool
  private let made: NewFolder
  private var folders: Set<NotePath> = []

  init(_ request: ExportRequest) throws(ExportError) {
    (path, format) = (request.destination, request.format)
    replacesEarlier = request.replacesEarlier
    made = try onBehalf(
      of: request.destination, NewFolder(beside: request.destination, for: request.format))
  }

  func write(_ bytes: [UInt8], at inner: NotePath) throws(ExportError) {
    try make(inner) { file throws(SystemError) in try Disk.real.write(bytes, to: file) }
  }

  /// Copies a file of the vault.
  func write(_ file: ExportedFile, at inner: NotePath) throws(ExportError) {
    var failure: NoteStoreError?
    try make(inner) { raw throws(SystemError) in
      failure = try file.read { part throws(SystemError) in try Disk.real.write(part, to: raw) }
    }
    if let failure { throw .note(failure) }
  }

  private func make(
    _ inner: NotePath, _ fill: (Int32) throws(SystemError) -> Void
  ) throws(ExportError) {
    do throws(SystemError) {
      try makeFolders(inner.folder)
      let file = try Posix.open(
        made.path.appending(inner).bytes, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
      try fill(file.raw)
    } catch {
      throw .unwritable(path.appending(inner), reason: error.reason)
    }
  }

  private func makeFolders(_ inner: NotePath) throws(SystemError) {
    if inner.bytes.isEmpty || folders.contains(inner) { return }
    try makeFolders(inner.folder)
    try Posix.makeFolder(made.path.appending(inner).bytes, mode: 0o777)
    folders.insert(inner)
  }

  func finish() throws(ExportError) {
    do throws(SystemError) {
      let folder = try Posix.openFolder(made.path.bytes)
      // One flush for thousands of files.
      try Disk.real.syncAll(folder.raw)
      try Posix.retrying { fchmod(folder.raw, 0o777 & ~FileMask.own) }
      try takePlace()
      try? Posix.syncFolder(at: path.parent.bytes, .real)
    } catch {
      let isTaken = error.code == EEXIST || error.code == ENOTEMPTY || error.code == ENOTDIR
      throw isTaken ? .taken(path) : .unwritable(path, reason: error.reason)
    }
  }

  private func takePlace() throws(SystemError) {
    let none = Posix.noFolder
    let marker = path.appending(NewFolder.marker(format))
    if replacesEarlier, Posix.exists(marker.bytes, in: none) {
      // The exchange is atomic: the folder at the path is always the old one or the new one.
      try Posix.exchange(made.path.bytes, in: none, with: path.bytes, in: none)
      made.isPlaced = true
      try? Posix.removeTree(made.path.bytes)
    } else {
      // The rename replaces an empty folder and nothing else.
      try Posix.rename(made.path.bytes, in: none, to: path.bytes, in: none)
      made.isPlaced = true
    }
  }
}

/// A file that an export writes next to its destination. Once complete it is renamed to the destination;
/// otherwise it is removed.
final class ExportFile {
  private let path: NotePath
  private var file: NewFile

  init(_ path: NotePath) throws(ExportError) {
    self.path = path
    NewFolder.removeAbandoned(in: path.parent)
    do throws(SystemError) {
      let folder = try Posix.openFolder(path.parent.bytes)
      file = try NewFile(in: folder.raw, mode: 0o600, disk: .real)
    } catch {
      throw .unwritable(path, reason: error.reason)
    }
  }

  /// For writers of archives, which write to a descriptor.
  var raw: Int32 { file.raw }

  func write(_ bytes: [UInt8]) throws(ExportError) {
    try onBehalf(of: path, file.write(bytes))
  }

  func finish() throws(ExportError) {
    do throws(SystemError) {
      let raw = file.raw
      // Until now only its owner could read it.
      try Posix.retrying { fchmod(raw, 0o666 & ~FileMask.own) }
      _ = try file.finish()
      try file.take(path.name.bytes)
    } catch {
      throw error.code == EEXIST ? .taken(path) : .unwritable(path, reason: error.reason)
    }
  }
}

/// The process's umask.
private enum FileMask {
  /// Reads the umask from /proc, because `umask()` would change it for all threads for a moment. If it
  /// cannot be read, only the owner can read the files.
  static var own: mode_t {
    guard let file = try? Posix.open(Array("/proc/self/status".utf8), O_RDONLY),
      let status = try? Posix.read(file.raw, from: 0, atMost: 4096)
    else { return 0o077 }
    for line in status.split(separator: Byte.lineFeed) where line.starts(with: "Umask:".utf8) {
      let digits = line.dropFirst("Umask:".utf8.count).filter(Byte.isDigit)
      return mode_t(String(decoding: digits, as: UTF8.self), radix: 8) ?? 0o077
    }
    return 0o077
  }
}

/// Gives each file of an export a name of its own, even on a disk that ignores case.
struct FreeNames {
  private var taken: Set<String> = []

  /// Returns the path, with a number if another file has it. `ending` replaces its extension.
  mutating func free(_ path: NotePath, ending: String? = nil) -> NotePath {
    let name = ending.map { path.stem.bytes + Array($0.utf8) } ?? path.name.bytes
    for name in NoteFileName.numbered(name) {
      let free = path.folder.appending(NotePath(bytes: name))
      if taken.insert(free.text.lowercased()).inserted { return free }
    }
    return path
  }
}
