import Entities
import Viper

/// Reports of the interactor.
extension HistoryPresenter: HistoryInteractorOutput {
  func noteChanged() { shown = nil }

  func versionsChanged() {
    state.rowCount = interactor.count
    let index = selectedName.flatMap(interactor.index(named:))
    select(index ?? state.selected ?? 0)
    view?.reloadRows()
    view?.show(state)
  }

  func loadingEnded(problems: [String]) {
    state.isLoading = false
    let new = problems.filter { !toldProblems.contains($0) }
    toldProblems += new
    if let first = new.first {
      showMessage(HistoryWords.problems(first, of: new.count), isWarning: true)
    }
    view?.show(state)
  }

  func versionWasShown(_ lines: [HistoryLine], of index: Int, as aspect: HistoryAspect) {
    // Keep the scroll position when the same version is loaded again.
    if delivered != shown {
      (state.top, state.hunk) = (0, nil)
    } else if lines != detailLines, state.hunk == nil {
      state.top = 0
    }
    delivered = shown
    detailLines = lines
    state.detailTitle = title(of: aspect, index)
    if !lines.isEmpty {
      layOut()
    } else {
      state.detail = .remark(HistoryWords.nothing(in: aspect), isWarning: false)
    }
    restoreMarkedHunk()
    view?.show(state)
  }

  func noteWasRestored(_ note: NoteID, to version: HistoryItem, created: Bool) {
    let date = self.date(version.savedAt)
    showMessage(HistoryWords.restored(date, created: created ? note : nil))
    // The current note is now at the top of the list.
    selectedName = nil
    state.selected = 0
    (shown, state.isReading) = (nil, false)
    didChange(note)
    view?.show(state)
  }

  func hunkWasTaken(_ note: NoteID) {
    showMessage(HistoryWords.hunkWasTaken)
    // Load the same comparison again.
    shown = nil
    didChange(note)
    view?.show(state)
  }

  func hunkWasRefused(_ refusal: HunkRefusal) {
    showMessage(HistoryWords.refused(refusal), isWarning: refusal != .isThere)
    view?.show(state)
  }

  func restoreWasUndone(_ note: NoteID) {
    showMessage(HistoryWords.isUndone)
    shown = nil
    if !state.isReading {
      selectedName = nil
      state.selected = 0
    }
    didChange(note)
    view?.show(state)
  }

  func nothingToUndo() {
    showMessage(HistoryWords.nothingToUndo)
  }

  func failed(_ message: String) {
    showMessage(message, isWarning: true)
  }

  func showingFailed(_ message: String) {
    detailLines = []
    (delivered, state.hunk) = (nil, nil)
    state.detailTitle = ""
    state.detail = .remark(message, isWarning: true)
    view?.show(state)
  }
}
