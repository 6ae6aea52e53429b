import Archives
import Entities
import Files
import Services

/// Where bundles are written: a folder or a zip.
protocol BundlePlace: AnyObject {
  func write(_ bytes: [UInt8], at path: NotePath, modified: Timestamp) throws(ExportError)
  func write(_ file: ExportedFile, at path: NotePath) throws(ExportError)
  func finish() throws(ExportError)
}

extension ExportFolder: BundlePlace {
  func write(_ bytes: [UInt8], at path: NotePath, modified: Timestamp) throws(ExportError) {
    try write(bytes, at: path)
  }
}

/// A zip or a tar.
final class ExportArchive: BundlePlace {
  private let path: NotePath
  private let file: ExportFile
  private let archive: any ArchiveWriter

  /// `make` writes into the file that it is given.
  init(
    _ path: NotePath, _ make: (Int32) throws(SystemError) -> any ArchiveWriter
  ) throws(ExportError) {
    self.path = path
    let file = try ExportFile(path)
    self.file = file
    archive = try onBehalf(of: path) { () throws(SystemError) in try make(file.raw) }
  }

  static func zip(_ path: NotePath) throws(ExportError) -> ExportArchive {
    try ExportArchive(path) { (file) throws(SystemError) in try ZipWriter(into: file) }
  }

  func write(_ bytes: [UInt8], at inner: NotePath, modified: Timestamp) throws(ExportError) {
    try onBehalf(of: path) { () throws(SystemError) in
      try archive.add(inner, bytes, modified: modified)
    }
  }

  func write(_ file: ExportedFile, at inner: NotePath) throws(ExportError) {
    let failure = try onBehalf(of: path) { () throws(SystemError) in
      try archive.begin(inner, size: file.size, modified: file.modified)
      let failure = try file.read { part throws(SystemError) in try archive.write(part) }
      if failure == nil { try archive.end() }
      return failure
    }
    if let failure { throw .note(failure) }
  }

  func finish() throws(ExportError) {
    try onBehalf(of: path) { () throws(SystemError) in try archive.finish() }
    try file.finish()
  }
}
