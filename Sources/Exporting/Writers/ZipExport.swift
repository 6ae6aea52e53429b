import Archives
import Entities
import Files
import Services

/// The notes and files as they are, in a zip.
final class ZipExport: ExportWriter {
  private let path: NotePath
  private let file: ExportFile
  private let zip: ZipWriter

  init(_ path: NotePath) throws(ExportError) {
    self.path = path
    let file = try ExportFile(path)
    self.file = file
    zip = try onBehalf(of: path) { () throws(SystemError) in try ZipWriter(into: file.raw) }
  }

  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError) {
    try onBehalf(of: path) { () throws(SystemError) in
      try zip.add(note.path, text, modified: note.modified)
    }
  }

  func add(_ file: ExportedFile) throws(ExportError) {
    let failure = try onBehalf(of: path) { () throws(SystemError) in
      try zip.begin(file.path, size: file.size, modified: file.modified)
      let failure = try file.read { part throws(SystemError) in try zip.write(part) }
      if failure == nil { try zip.end() }
      return failure
    }
    if let failure { throw .note(failure) }
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try onBehalf(of: path) { () throws(SystemError) in try zip.finish() }
    try file.finish()
    return []
  }
}

/// The system's refusal as one of what is written.
func onBehalf<Value>(
  of path: NotePath, _ body: () throws(SystemError) -> Value
) throws(ExportError) -> Value {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .unwritable(path, reason: error.reason)
  }
}
