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

/// A zip, in one file.
final class ExportZip: BundlePlace {
  private let path: NotePath
  private let file: ExportFile
  private let zip: ZipWriter

  init(_ path: NotePath) throws(ExportError) {
    self.path = path
    let file = try ExportFile(path)
    self.file = file
    zip = try onBehalf(of: path) { () throws(SystemError) in try ZipWriter(into: file.raw) }
  }

  func write(_ bytes: [UInt8], at inner: NotePath, modified: Timestamp) throws(ExportError) {
    try onBehalf(of: path) { () throws(SystemError) in
      try zip.add(inner, bytes, modified: modified)
    }
  }

  func write(_ file: ExportedFile, at inner: NotePath) throws(ExportError) {
    let failure = try onBehalf(of: path) { () throws(SystemError) in
      try zip.begin(inner, size: file.size, modified: file.modified)
      let failure = try file.read { part throws(SystemError) in try zip.write(part) }
      if failure == nil { try zip.end() }
      return failure
    }
    if let failure { throw .note(failure) }
  }

  func finish() throws(ExportError) {
    try onBehalf(of: path) { () throws(SystemError) in try zip.finish() }
    try file.finish()
  }
}
