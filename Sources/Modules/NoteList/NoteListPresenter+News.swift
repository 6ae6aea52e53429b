import Entities
import Viper

/// Reports of the interactor.
extension NoteListPresenter: NoteListInteractorOutput, NoteListScreenOutput {
  func notesChanged() {
    state.rowCount = interactor.rows.count
    state.total = interactor.rows.total
    state.marked = interactor.rows.marked
    showOrder()
    applySavedShare()
    let isFiltered = selectsFirst
    selectsFirst = false
    hasRows = true
    if isFiltered {
      select(0)
    } else if let wanted = wantedID, let index = interactor.rows.index(of: wanted) {
      wantedID = nil
      select(index)
    } else if let selectedID, let index = interactor.rows.index(of: selectedID) {
      state.selected = index
      showInPreview(selectedID)
    } else {
      select(state.selected ?? 0)
    }
    view?.reloadRows()
    view?.show(state)
    performWaiting()
  }

  /// Applies the saved share, unless a person has moved the divider already.
  private func applySavedShare() {
    guard !knowsShare else { return }
    knowsShare = true
    guard state.share != interactor.arranging.share else { return }
    state.share = interactor.arranging.share
    view?.show(state)
    wireframe.slotsMoved()
  }

  func readingProgressed(notes: Int, of all: Int) {
    state.progress = NoteListWords.reading(notes, of: all)
    view?.show(state)
  }

  func loadingEnded(problems: [String]) {
    state.isLoading = false
    state.progress = ""
    if let first = problems.first {
      state.message = Message(
        NoteListWords.problems(first, of: problems.count), isWarning: true)
    }
    view?.show(state)
    wireframe.notesWereLoaded()
  }

  func did(_ outcome: NoteListOutcome) {
    switch outcome {
    case .trashed, .movedMany, .pinned: marksChanged()
    case .tagged(let notes, _):
      marksChanged()
      reloadPreview(of: notes.map(\.id))
    case .ticked(_, let note, _): reloadPreview(of: [note])
    case .tagsTakenBack(let notes), .reopened(let notes), .takenBack(_, let notes):
      reloadPreview(of: notes)
    case .restored(let notes): selectShown(notes.last?.id)
    case .joined(let joined):
      marksChanged()
      selectShown(joined.id)
      reloadPreview(of: [joined.id] + joined.linking)
    case .joinUndone(let joined): reloadPreview(of: [joined.id] + joined.linking)
    case .copied(let copies): selectShown(copies.first?.id)
    case .renamed(let note), .moved(let note), .moveUndone(let note): selectShown(note.to)
    case .movedItem(let moved), .movedItemBack(let moved):
      if case .folder(let old) = moved.from { folderMoved(old, to: moved.to) }
    case .moveManyUndone, .copiesTrashed: break
    }
    showMessage(NoteListWords.done(outcome))
    answerRequest(outcome)
  }

  /// Reloads the notes, up to more than a preview preloads.
  private func reloadPreview(of notes: [NoteID]) {
    for note in notes.prefix(100) { preview?.previewShouldReload(note) }
  }

  private func selectShown(_ note: NoteID?) {
    if let index = note.flatMap({ interactor.rows.index(of: $0) }) { select(index) }
  }

  func tooManyPins(most: Int) {
    showMessage(NoteListWords.tooManyPins(most: most), isWarning: true)
    answerRequest(.failed(NoteListWords.tooManyPins(most: most)))
  }

  func workProgressed(notes: Int, of all: Int) {
    state.work = NoteListWords.working(on: notes, of: all)
    view?.show(state)
  }

  func workEnded() {
    guard !state.work.isEmpty else { return }
    state.work = ""
    view?.show(state)
  }

  func nothingToUndo() {
    showMessage(NoteListWords.nothingToUndo)
    answerRequest(.failed(NoteListWords.nothingWasDone))
  }

  func failed(_ failure: NoteListFailure) {
    if state.marked != interactor.rows.marked { marksChanged() }
    selectsFirst = false
    hasRows = true
    performWaiting()
    showMessage(failure.message, isWarning: true)
    answerRequest(.failed(failure.message))
  }

  func unsavedTextWasFound(named names: [String], andDraft: Bool) {
    showMessage(NoteListWords.unsaved(names, andDraft: andDraft))
  }

  func nextUnsavedIs(_ note: NoteID?) {
    if let note {
      wireframe.openEditor(on: note, output: self)
    } else {
      wireframe.openRecoveredDraft(output: self)
    }
  }

  func nothingIsUnsaved() { showMessage(NoteListWords.nothingUnsaved) }
}
