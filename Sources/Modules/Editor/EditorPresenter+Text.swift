import Entities
import TextEngine
import Viper

/// What the interactor tells.
extension EditorPresenter: EditorInteractorOutput {
  // MARK: - Loading

  func textWasLoaded() {
    navigation.goWhereItWasLeft()
    background.planColors()
    spelling.textWasLoaded()
    scene.showRows()
    split.showPreview()
    navigation.goWhereItIsWanted()
    navigation.returnToCursor()
    scene.release()
  }

  func noteBegins(at place: ByteOffset?, saying problem: String?) {
    if let place { navigation.begin(at: place) }
    if let problem { scene.warn(problem) }
  }

  func textGrew() {
    search.textGrew()
    navigation.goWhereItWasLeft()
    background.planColors()
    split.showPreview()
    if scene.visible.rows.count < scene.page.height {
      scene.updateRows()
    } else {
      scene.showState()
    }
  }

  func textIsWhole() { scene.showState() }

  func loadingFailed(_ message: String) {
    scene.warn(message)
    scene.release()
  }

  func noteLeadsOutside(to target: String) { saving.noteLeadsOutside(to: target) }

  func noteIsLocked(saying remark: String) { saving.noteIsLocked(saying: remark) }

  func lockedNoteWasOpened() { saving.lockedNoteWasOpened() }

  func recoveredTextWasFound(kept: String, differing: Int) {
    if navigation.returning == nil {
      return saving.recoveredTextWasFound(kept: kept, differing: differing)
    }
    saving.useRecovered()
    navigation.returnToCursor()
  }

  // MARK: - Editing

  func textWasEdited(by edit: Edit, isOwn: Bool) {
    if scene.pending == nil { scene.pending = .rows }
    search.follow(edit)
    navigation.follow(edit)
    background.planColors(.near)
    spelling.follow(edit, isOwn: isOwn)
    split.showPreview()
    if isOwn { saving.textChanged() }
  }

  func wordsWereCounted() { scene.showState() }

  // MARK: - Saving

  func textWasSaved(as note: NoteID) { saving.textWasSaved(as: note) }

  func noteWasNamed(insteadOf old: NoteID) { saving.tellParent(old) }

  func textWasSavedBeside(as note: NoteID) {
    saving.textWasSavedBeside(as: note)
  }

  func versionsHaveProblems(_ problems: [String]) {
    scene.warn(EditorWords.versions(problems, behind: scene.state.message.text))
  }

  func passagesWereSaved(as note: NoteID) {
    scene.showMessage(EditorWords.savedPassages(in: note))
    saving.tellParent(note)
  }

  func nothingWasSaved() {
    saving.nothingWasSaved()
  }

  func savingFailed(_ message: String) {
    saving.savingFailed(message)
    scene.warn(message)
  }

  func keepingFailed(_ message: String) { saving.storingFailed(message) }

  // MARK: - What others do

  func noteWasChangedOutside() { saving.noteWasChangedOutside() }

  func noteIsInConflict() {
    scene.warn(EditorWords.isInConflict)
  }

  func noteIsGone() { saving.noteIsGone() }

  func noteWasMoved(to note: NoteID) {
    scene.showMessage(EditorWords.wasMoved(to: note))
  }

  func textTookIn(_ edit: Edit, as change: EditorOutsideChange) { saving.textTookIn(change) }

  func textIsTheFiles() {
    saving.textWasSaved()
    scene.showState()
  }
}
