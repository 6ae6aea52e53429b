import Entities
import Files
import Glibc
import Services

/// One file that an export makes beside its place. It takes the place once it is whole, and is gone
/// where that never happens.
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

  /// For what writes into it by itself.
  var raw: Int32 { file.raw }

  func write(_ bytes: [UInt8]) throws(ExportError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw .unwritable(path, reason: error.reason)
    }
  }

  func finish() throws(ExportError) {
    do throws(SystemError) {
      let raw = file.raw
      // Until now it was for its owner alone.
      try Posix.retrying { fchmod(raw, 0o666 & ~FileMask.own) }
      _ = try file.finish()
      try file.take(path.name.bytes)
    } catch {
      throw error.code == EEXIST ? .taken(path) : .unwritable(path, reason: error.reason)
    }
  }
}
