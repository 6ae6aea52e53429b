import Entities
import Files
import Services

/// Writes one form: first the notes in the order of the plan, then the files. What was written is gone
/// where it is let go of before its end.
protocol ExportWriter: AnyObject {
  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError)
  func add(_ file: ExportedFile) throws(ExportError)
  /// Answers with what could not be written as it is.
  func finish() throws(ExportError) -> [ExportNotice]
}

/// A file of the vault that goes out as it is.
struct ExportedFile {
  let path: NotePath
  let size: Int
  let modified: Timestamp
  let files: any VaultFiles

  private static let part = 1 << 18

  /// Gives the bytes to `body`, part by part; answers with why they could not be read.
  func read(
    _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) -> NoteStoreError? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.part, alignment: 16)
    defer { buffer.deallocate() }
    var done = 0
    while true {
      let count: Int
      do throws(NoteStoreError) {
        count = try files.read(NoteID(path), from: done, into: buffer)
      } catch {
        return error
      }
      if count == 0 { return done < size ? .changedOutside(path) : nil }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      done += count
    }
  }
}

extension ExportPlan {
  /// What writes the plan's form.
  func makeWriter() throws(ExportError) -> any ExportWriter {
    switch request.format {
    case .json: try JSONExport(request.destination, isDocument: true)
    case .jsonLines: try JSONExport(request.destination, isDocument: false)
    case .zip: try ZipExport(request.destination)
    case .textbundle, .textpack: try TextBundleExport(self)
    }
  }
}
