import Autosave
import Editor

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
