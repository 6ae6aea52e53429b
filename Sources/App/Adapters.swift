import Autosave
import Editor
import Entities
import NoteList
import Preview
import Viper

/// Tells the note list, in its own words, what an editor says in its.
@MainActor
final class EditorToNoteListAdapter: EditorOutput {
  private weak var target: (any NoteListRequiredEditorOutput)?

  init(target: any NoteListRequiredEditorOutput) {
    self.target = target
  }

  func editorDidSave(_ note: NoteID) {
    target?.noteListShouldRefresh(note)
  }

  /// Files got other names by other means than the list's own.
  func notesMoved(_ moves: [NoteMove]) {
    if !moves.isEmpty { target?.noteListShouldFollow(moves) }
  }

  /// A person who comes back to the list finds the note there that was opened over it.
  func willRead(_ note: NoteID) {
    target?.noteListShouldSelect(note)
  }
}

/// Tells the list, and what else shows notes, that one has come back or has another text.
@MainActor
final class ChangedNoteAdapter: EditorOutput {
  private weak var vault: VaultScope?

  init(vault: VaultScope) {
    self.vault = vault
  }

  func editorDidSave(_ note: NoteID) { vault?.noteWasSaved(note) }
}

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

/// Links an editor with the autosave module that lives with it; each speaks its own words.
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
