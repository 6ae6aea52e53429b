import TextEngine
import Viper

/// Passes events of the text to the parts that they concern.
extension EditorPresenter: EditorInteractorOutput {
  func handle(_ event: EditorEvent) {
    switch event {
    case .loaded: textWasLoaded()
    case .began(let cursor, let problem):
      if let cursor { navigation.begin(at: cursor) }
      if let problem { scene.warn(problem) }
    case .grew: textGrew()
    case .loadingFailed(let message):
      scene.warn(message)
      scene.release()
    case .leadsOutside(let target): saving.noteLeadsOutside(to: target)
    case .locked(let remark): saving.noteIsLocked(saying: remark)
    case .unlocked: saving.lockedNoteWasOpened()
    case .recoveredTextFound(let time, let count): recoveredTextWasFound(time, differing: count)

    case .saved(let note): saving.textWasSaved(as: note)
    case .renamed(let old): saving.tellParent(old)
    case .savedBeside(let note): saving.textWasSavedBeside(as: note)
    case .savedAs(let note): saving.textWasSaved(asOther: note)
    case .notSavedAs(let problem):
      saving.stay()
      scene.warn(EditorWords.notWritten(because: problem))
    case .wentBack(let outcome): saving.wentBack(outcome)
    case .versionsHaveProblems(let problems):
      // The message that the note is saved remains.
      let shown = scene.state.message.text
      scene.warn((shown.isEmpty ? "" : shown + " ") + EditorWords.versionProblems(problems))
    case .passagesSaved(let note):
      scene.showMessage(EditorWords.passagesSaved(as: note))
      saving.tellParent(note)
    case .nothingToSave: saving.nothingWasSaved()
    case .savingFailed(let message):
      saving.savingFailed(message)
      scene.warn(message)
    case .savingConflicted: saving.noteWasChangedOutside()
    case .storingFailed(let message): saving.storingFailed(message)

    case .conflictFound: scene.warn(EditorWords.conflictFound)
    case .fileRemoved: saving.noteIsGone()
    case .fileMoved(let note):
      scene.showMessage(scene.changeReport ?? EditorWords.moved(to: note))
    case .changed(let change):
      saving.textTookIn(change)
      if let report = scene.changeReport { scene.showMessage(report) }
    case .matchesFile:
      saving.textWasSaved()
      scene.showState()

    case .edited(let edit, let isOwn): textWasEdited(by: edit, isOwn: isOwn)
    case .readToEnd, .wordsCounted: scene.showState()
    }
  }

  // MARK: - Loading

  private func textWasLoaded() {
    navigation.goWhereItWasLeft()
    scene.background.planColors()
    spelling.textWasLoaded()
    scene.showRows()
    split.showPreview()
    navigation.whenLoaded?()
    navigation.returnToCursor()
    scene.release()
  }

  private func textGrew() {
    search.textGrew()
    navigation.goWhereItWasLeft()
    scene.background.planColors()
    split.showPreview()
    if scene.visible.rows.count < scene.page.height {
      scene.updateRows()
    } else {
      scene.showState()
    }
  }

  private func recoveredTextWasFound(_ time: String, differing count: Int) {
    if navigation.returning == nil {
      return saving.recoveredTextWasFound(kept: time, differing: count)
    }
    saving.useRecovered()
    navigation.returnToCursor()
  }

  // MARK: - Editing

  private func textWasEdited(by edit: Edit, isOwn: Bool) {
    if scene.pending == nil { scene.pending = .rows }
    search.follow(edit)
    navigation.follow(edit)
    scene.background.planColors(.near)
    if scene.options.spells { spelling.follow(edit, isOwn: isOwn) }
    if scene.state.showsPreview { split.showPreview() }
    if isOwn { saving.textChanged() }
  }
}
