import Editor
import Preview

/// Hands the text of an editor to the preview beside it.
@MainActor
final class EditorToPreviewAdapter: EditorRequiredPreview {
  private weak var target: (any PreviewInput)?

  init(target: any PreviewInput) {
    self.target = target
  }

  func show(text: [UInt8], isCut: Bool, from line: Int, named name: String) {
    target?.show(text: text, isCut: isCut, from: line, named: name)
  }
}
