import Services
import TextEngine
import Viper

/// What is copied goes to other programs too, and theirs can be pasted.
extension EditorInteractor {
  /// More than this stays in the program.
  private static let mostOffered = 16 << 20

  /// Whether other programs can be asked for theirs.
  var clipboardIsReadable: Bool { services.clipboard?.isReadable ?? false }

  /// Offers text to other programs; says why where that fails.
  func offerToClipboard(_ text: Rope, fail: @escaping @MainActor (String) -> Void) {
    guard let clipboard = services.clipboard, !text.isEmpty else { return }
    guard text.byteCount <= Self.mostOffered else {
      return fail("Copied here only: it is too large for other programs.")
    }
    let offering = clipboard.offer(text.bytes)
    scope.run(
      { await offering.value },
      then: { problem in if let problem = (try? problem.get()) ?? nil { fail(problem) } })
  }

  /// Nil where other programs offer no text.
  func readClipboard(then use: @escaping @MainActor ([UInt8]?) -> Void) {
    guard let clipboard = services.clipboard else { return }
    let reading = clipboard.offered()
    scope.run(
      { await reading.value },
      then: { bytes in use((try? bytes.get()) ?? nil) })
  }
}
