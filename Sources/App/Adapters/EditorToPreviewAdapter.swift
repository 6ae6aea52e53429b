import Editor
import Entities
import Preview
import Viper

/// Hands the text of an editor to the preview beside it.
@MainActor
final class EditorToPreviewAdapter: EditorRequiredPreview {
  let preview: RouteHandle
  private weak var target: (any PreviewInput)?

  init(target: any PreviewInput, preview: RouteHandle) {
    self.target = target
    self.preview = preview
  }

  func show(_ text: EditorPreviewText) {
    target?.show(EditedText(text: text), from: text.firstLine, hiddenBytes: text.hiddenBytes)
  }
}

/// An editor's text as a preview asks for it.
private struct EditedText: PreviewSource {
  let text: EditorPreviewText

  var title: String { text.name }
  var note: NoteID? { text.note }
  func bytes(atMost limit: Int) -> [UInt8] { text.bytes(atMost: limit) }

  func isSameText(as other: any PreviewSource) -> Bool {
    (other as? EditedText).map { text.isSameText(as: $0.text) } ?? false
  }
}
