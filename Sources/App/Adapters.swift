import Autosave
import Editor
import Entities
import NoteList
import Preview
import Search
import Viper

/// Translates an editor's reports into those of the note list.
@MainActor
final class EditorToNoteListAdapter: EditorOutput {
  private weak var target: (any NoteListRequiredEditorOutput)?

  init(target: any NoteListRequiredEditorOutput) {
    self.target = target
  }

  func editorDidSave(_ note: NoteID) {
    target?.noteListShouldRefresh(note)
  }

  /// Reports files that something other than the list renamed.
  func notesMoved(_ moves: [NoteMove]) {
    if !moves.isEmpty { target?.noteListShouldFollow(moves) }
  }

  /// Selects the note in the list, so that a person who comes back finds it there.
  func willRead(_ note: NoteID) {
    target?.noteListShouldSelect(note)
  }
}

/// Reports a restored or changed note to the list and to other modules that show notes.
@MainActor
final class ChangedNoteAdapter: EditorOutput {
  private weak var vault: VaultScope?

  init(vault: VaultScope) {
    self.vault = vault
  }

  func editorDidSave(_ note: NoteID) { vault?.noteWasSaved(note) }
}

/// Passes the text of an editor to the preview next to it.
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

/// An editor's text as a preview source.
private struct EditedText: PreviewSource {
  let text: EditorPreviewText

  var title: String { text.name }
  var note: NoteID? { text.note }
  func bytes(atMost limit: Int) -> [UInt8] { text.bytes(atMost: limit) }

  func isSameText(as other: any PreviewSource) -> Bool {
    (other as? EditedText).map { text.isSameText(as: $0.text) } ?? false
  }
}

/// Reports to a preview that its embed was saved in the box above it.
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

/// Connects an editor with its autosave module and translates between their protocols.
@MainActor
final class EditorToAutosaveAdapter: EditorRequiredAutosave, AutosaveOutput {
  weak var autosave: (any AutosaveInput)?
  private weak var duties: (any EditorAutosaveDuties)?

  init(duties: any EditorAutosaveDuties) {
    self.duties = duties
  }

  func editorTextChanged() { autosave?.textDidChange() }
  func editorTextIsSaved() { autosave?.textWasSaved() }
  func autosaveShouldKeep() { duties?.keepUnsavedText() }
  func autosaveShouldSave() { duties?.autosave() }
}

/// Translates the note list's requests into those of a preview.
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

@MainActor
final class SearchToPreviewAdapter: SearchRequiredPreview {
  private weak var target: (any PreviewInput)?

  init(target: any PreviewInput) { self.target = target }

  func preview(_ note: NoteID?, atLine line: Int?) {
    target?.show(note, beside: [], atLine: line)
  }
}
