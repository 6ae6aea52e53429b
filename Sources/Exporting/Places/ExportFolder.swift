import Entities
import Files
import Glibc
import Services

/// A folder that an export makes beside its place. It takes the place once it is whole, and is gone
/// where that never happens.
final class ExportFolder {
  private let path: NotePath
  private let format: ExportFormat
  private let replacesEarlier: Bool
  private let made: NewFolder
  private var folders: Set<NotePath> = []

  init(_ request: ExportRequest) throws(ExportError) {
    (path, format) = (request.destination, request.format)
    replacesEarlier = request.replacesEarlier
    do throws(SystemError) {
      made = try NewFolder(beside: path, for: format)
    } catch {
      throw .unwritable(path, reason: error.reason)
    }
  }

  func write(_ bytes: [UInt8], at inner: NotePath) throws(ExportError) {
    try make(inner) { file throws(SystemError) in try Disk.real.write(bytes, to: file) }
  }

  /// A file of the vault as it is.
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
      // Who looks sees the one or the other.
      try Posix.exchange(made.path.bytes, in: none, with: path.bytes, in: none)
      made.isPlaced = true
      try? Posix.removeTree(made.path.bytes)
    } else {
      // Over an empty folder and nothing else.
      try Posix.rename(made.path.bytes, in: none, to: path.bytes, in: none)
      made.isPlaced = true
    }
  }
}
