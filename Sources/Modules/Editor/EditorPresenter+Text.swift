import Entities
import TextEngine
import Viper

/// What the interactor tells.
extension EditorPresenter: EditorInteractorOutput {
  // MARK: - Loading

  func textWasLoaded() {
    trail.goWhereItWasLeft()
    learning.plan()
    spelling.textWasLoaded()
    scene.showRows()
    split.showPreview()
    trail.goWhereItIsWanted()
    trail.returnToCursor()
    scene.release()
  }

  func noteBegins(at place: ByteOffset?, saying problem: String?) {
    if let place { trail.begin(at: place) }
    if let problem { scene.showMessage(problem, isWarning: true) }
  }

  func textGrew() {
    find.textGrew()
    trail.goWhereItWasLeft()
    learning.plan()
    split.showPreview()
    if scene.visible.rows.count < scene.page.height {
      scene.updateRows()
    } else {
      scene.showState()
    }
  }

  func textIsWhole() { scene.showState() }

  func loadingFailed(_ message: String) {
    scene.showMessage(message, isWarning: true)
    scene.release()
  }

  func noteLeadsOutside(to target: String) { gate.noteLeadsOutside(to: target) }

  func noteIsLocked(saying remark: String) { gate.noteIsLocked(saying: remark) }

  func lockedNoteWasOpened() { gate.lockedNoteWasOpened() }

  func recoveredTextWasFound(kept: String, differing: Int) {
    if trail.returning == nil {
      return gate.recoveredTextWasFound(kept: kept, differing: differing)
    }
    gate.useRecovered()
    trail.returnToCursor()
  }

  // MARK: - Editing

  func textWasEdited(by edit: Edit, isOwn: Bool) {
    if scene.pending == nil { scene.pending = .rows }
    find.follow(edit)
    trail.follow(edit)
    learning.plan(.near)
    spelling.follow(edit, isOwn: isOwn)
    split.showPreview()
    if isOwn {
      leaving.textChanged()
      renaming.textChanged()
    }
  }

  func wordsWereCounted() { scene.showState() }

  // MARK: - Saving

  func textWasSaved(as note: NoteID) { leaving.textWasSaved(as: note) }

  func noteWasNamed(insteadOf old: NoteID) { leaving.tellParent(old) }

  func textWasSavedBeside(as note: NoteID) {
    leaving.stay()
    leaving.textWasSaved(as: note)
    scene.showMessage("Both are kept; this is \(note.path.text) now.")
  }

  func versionsHaveProblems(_ problems: [String]) {
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    // That the note itself is saved stays to be read.
    let told = scene.state.message.text.isEmpty ? "" : scene.state.message.text + " "
    scene.showMessage(told + (problems.first ?? "") + more, isWarning: true)
  }

  func passagesWereSaved(as note: NoteID) {
    scene.showMessage("The note was changed since. What was typed is in \(note.path.text) now.")
    leaving.tellParent(note)
  }

  func nothingWasSaved() {
    if !leaving.isInPassing { scene.showMessage("Nothing to save.") }
  }

  func savingFailed(_ message: String) {
    leaving.savingFailed(message)
    scene.showMessage(message, isWarning: true)
  }

  func keepingFailed(_ message: String) { leaving.keepingFailed(message) }

  // MARK: - What others do

  func noteWasChangedOutside() { conflicts.noteWasChangedOutside() }

  func noteIsInConflict() {
    scene.showMessage("Changed outside; saving keeps both.", isWarning: true)
  }

  func noteIsGone() { conflicts.noteIsGone() }

  func noteWasMoved(to note: NoteID) {
    scene.showMessage("Moved outside; this is \(note.path.text) now.")
  }

  func textTookIn(_ edit: Edit, as change: EditorOutsideChange) { conflicts.textTookIn(change) }

  func textIsTheFiles() {
    leaving.textWasSaved()
    scene.showState()
  }
}
