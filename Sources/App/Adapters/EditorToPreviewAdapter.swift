import Editor
import Preview

/// Hands the text of an editor to the preview beside it.
@MainActor
final class EditorToPreviewAdapter: EditorRequiredPreview {
  private weak var target: (any PreviewInput)?

  init(target: any PreviewInput) {
    self.target = target
  }

  func show(_ text: EditorPreviewText) {
    target?.show(EditedText(text: text), from: text.firstLine, hiddenBytes: text.hiddenBytes)
  }
}

/// An editor's text as a preview asks for it.
private struct EditedText: PreviewSource {
  let text: EditorPreviewText

  var title: String { text.name }
  var lineCount: Int { text.lineCount }
  func line(at index: Int) -> String { text.line(at: index) }
}
