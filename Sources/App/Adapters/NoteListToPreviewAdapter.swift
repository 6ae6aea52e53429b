import Entities
import NoteList
import Preview
import Viper

/// Asks a preview, in its own words, what the note list wants shown.
@MainActor
final class NoteListToPreviewAdapter: NoteListRequiredPreview {
  let list: RouteHandle
  let preview: RouteHandle
  private weak var target: (any PreviewInput)?

  init(target: any PreviewInput, list: RouteHandle, preview: RouteHandle) {
    self.target = target
    self.list = list
    self.preview = preview
  }

  func preview(_ note: NoteID?, beside: [NoteID]) {
    target?.show(note, beside: beside)
  }

  func previewShouldReload(_ note: NoteID) {
    target?.noteDidChange(note)
  }
}
