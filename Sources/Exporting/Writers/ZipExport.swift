import Entities
import Files
import Services

/// The notes and files as they are, in a zip.
final class ZipExport: PlainExportWriter {
  private let zip: ExportArchive

  init(_ path: NotePath) throws(ExportError) { zip = try ExportArchive.zip(path) }

  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError) {
    try zip.write(text, at: note.path, modified: note.modified)
  }

  func add(_ file: ExportedFile) throws(ExportError) { try zip.write(file, at: file.path) }

  func finish() throws(ExportError) -> [ExportNotice] {
    try zip.finish()
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
