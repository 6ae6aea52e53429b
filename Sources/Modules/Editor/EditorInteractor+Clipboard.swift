import Services
import TextEngine
import Viper

/// What is copied goes to other programs too, and theirs can be pasted.
extension EditorInteractor {
  /// More than this stays in the program.
  private static let mostOffered = 16 << 20

  var clipboardIsReadable: Bool { services.clipboard?.isReadable ?? false }

  func offerToClipboard(_ text: Rope) {
    guard let clipboard = services.clipboard, !text.isEmpty else { return }
    guard text.byteCount <= Self.mostOffered else {
      output?.clipboardFailed("Copied here only: it is too much for other programs.")
      return
    }
    scope.run(
      { await clipboard.offer(text.bytes) },
      then: { [weak self] problem in
        if let problem = (try? problem.get()) ?? nil { self?.output?.clipboardFailed(problem) }
      })
  }

  func readClipboard() {
    guard let clipboard = services.clipboard else { return }
    scope.run(
      { await clipboard.offered() },
      then: { [weak self] bytes in self?.output?.clipboardWasRead((try? bytes.get()) ?? nil) })
  }
}
