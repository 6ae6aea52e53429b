import Entities
import Files
import Glibc
import Services

/// An export that somebody reads as it comes. It is made whole first, in a folder that is gone afterwards:
/// what cannot be made sends nothing.
struct PipedExport {
  private let folder: NewFolder
  /// Where the export is made.
  let file: NotePath

  init(in temporary: NotePath, for format: ExportFormat) throws(ExportError) {
    do throws(SystemError) {
      folder = try NewFolder(beside: temporary.appending(NotePath("notes")), for: format)
    } catch {
      throw .unwritable(temporary, reason: error.reason)
    }
    file = folder.path.appending(NotePath("notes"))
  }

  func send(to output: ExportOutput) throws(ExportError) {
    var refusal: String?
    do throws(SystemError) {
      let made = try Posix.open(file.bytes, O_RDONLY | O_NOFOLLOW)
      let raw = made.raw
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while refusal == nil {
        let count = try Posix.retrying { read(raw, &buffer, buffer.count) }
        if count == 0 { return }
        refusal = buffer[..<count].withUnsafeBytes(output.write)
      }
    } catch {
      throw .unwritable(file, reason: error.reason)
    }
    if let refusal { throw .unwritable(NotePath("Standard output"), reason: refusal) }
  }
}
