import TextEngine
import Viper

/// Hands events of the text to the parts that they concern.
extension EditorPresenter: EditorInteractorOutput {
  func handle(_ event: EditorEvent) {
    switch event {
    case .loaded: textWasLoaded()
    case .began(let cursor, let problem): noteBegan(at: cursor, problem: problem)
    case .grew: textGrew()
    case .loadingFailed(let message):
      scene.showMessage(message, isWarning: true)
      scene.release()
    case .leadsOutside(let target): gate.noteLeadsOutside(to: target)
    case .locked(let remark): gate.noteIsLocked(saying: remark)
    case .unlocked: gate.lockedNoteWasOpened()
    case .recoveredTextFound(let time, let count): recoveredTextWasFound(time, differing: count)

    case .saved(let note): leaving.textWasSaved(as: note)
    case .renamed(let old): leaving.tellParent(old)
    case .savedBeside(let note):
      leaving.stay()
      leaving.textWasSaved(as: note)
      scene.showMessage(EditorWords.savedBeside(as: note))
    case .versionsHaveProblems(let problems): show(versionProblems: problems)
    case .passagesSaved(let note):
      scene.showMessage(EditorWords.passagesSaved(as: note))
      leaving.tellParent(note)
    case .nothingToSave: if !leaving.isInPassing { scene.showMessage(EditorWords.nothingToSave) }
    case .savingFailed(let message):
      leaving.savingFailed(message)
      scene.showMessage(message, isWarning: true)
    case .savingConflicted: conflicts.noteWasChangedOutside()
    case .storingFailed(let message): leaving.keepingFailed(message)

    case .conflictFound: scene.showMessage(EditorWords.conflictFound, isWarning: true)
    case .fileRemoved: conflicts.noteIsGone()
    case .fileMoved(let note): scene.showMessage(EditorWords.moved(to: note))
    case .changed(let change): conflicts.textTookIn(change)
    case .matchesFile:
      leaving.textWasSaved()
      scene.showState()

    case .edited(let edit, let isOwn): textWasEdited(by: edit, isOwn: isOwn)
    case .readToEnd, .wordsCounted: scene.showState()
    }
  }

  // MARK: - Loading

  private func textWasLoaded() {
    trail.goWhereItWasLeft()
    learning.plan()
    spelling.textWasLoaded()
    scene.showRows()
    split.showPreview()
    trail.goWhereItIsWanted()
    trail.returnToCursor()
    scene.release()
  }

  private func noteBegan(at cursor: ByteOffset?, problem: String?) {
    if let cursor { trail.begin(at: cursor) }
    if let problem { scene.showMessage(problem, isWarning: true) }
  }

  private func textGrew() {
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

  private func recoveredTextWasFound(_ time: String, differing count: Int) {
    if trail.returning == nil {
      return gate.recoveredTextWasFound(kept: time, differing: count)
    }
    gate.useRecovered()
    trail.returnToCursor()
  }

  // MARK: - Editing

  private func textWasEdited(by edit: Edit, isOwn: Bool) {
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

  // MARK: - Saving

  private func show(versionProblems problems: [String]) {
    // That the note itself is saved stays to be read.
    let shown = scene.state.message.text.isEmpty ? "" : scene.state.message.text + " "
    scene.showMessage(shown + EditorWords.versionProblems(problems), isWarning: true)
  }
}
