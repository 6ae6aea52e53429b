import Editor
import Entities

/// Tells a preview that what it embeds was saved in the box over it.
@MainActor
final class EditorToEmbedAdapter: EditorOutput {
  private let note: NoteID
  private let saved: @MainActor () -> Void

  init(_ note: NoteID, saved: @escaping @MainActor () -> Void) {
    self.note = note
    self.saved = saved
  }

  func editorDidSave(_ note: NoteID) { if note == self.note { saved() } }
}
