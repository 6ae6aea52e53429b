import Viper

/// The places that differ, while the detail has the keys: one of those that are seen is marked, and
/// can be taken into the note.
extension HistoryPresenter {
  /// Gives the keys to the detail.
  func read() {
    guard state.selected != nil else { return }
    state.isReading = true
    view?.show(state)
    markVisibleHunk()
  }

  /// Scrolls the detail; no hunk is marked that nobody sees.
  func read(_ move: ScrollMove) {
    scroll(
      to: move.first(
        from: state.top, of: detail?.rows.count ?? 0, visible: visibleDetailRows))
    if state.isReading { markVisibleHunk() }
  }

  func moveHunk(by step: Int) {
    guard state.isReading else { return }
    guard let places = detail?.hunks, !places.isEmpty else {
      return showMessage(HistoryWords.nothingDiffers)
    }
    let last = places.count - 1
    if let hunk = state.hunk {
      if hunk + step > last { showMessage(HistoryWords.isLast) }
      if hunk + step < 0 { showMessage(HistoryWords.isFirst) }
      state.hunk = max(0, min(hunk + step, last))
    } else if step > 0 {
      state.hunk = places.firstIndex { $0.lowerBound >= state.top } ?? last
    } else {
      state.hunk = places.lastIndex { $0.upperBound <= state.top } ?? 0
    }
    reveal(places)
  }

  func takeHunk() {
    guard state.isReading else { return }
    guard let hunk = state.hunk, shown == delivered else {
      return showMessage(HistoryWords.noneIsMarked)
    }
    interactor.takeHunk(hunk)
  }

  /// What is shown was read again: the mark stays where it was, or goes to what took that place.
  func settleHunk() {
    guard state.isReading else { return }
    guard let hunk = state.hunk, let places = detail?.hunks, !places.isEmpty else {
      return markVisibleHunk()
    }
    state.hunk = min(hunk, places.count - 1)
    reveal(places)
  }

  private func markVisibleHunk() {
    let places = detail?.hunks ?? []
    let visible = state.top..<(state.top + visibleDetailRows)
    if let hunk = state.hunk, places.indices.contains(hunk), places[hunk].overlaps(visible) {
      return
    }
    state.hunk = places.firstIndex { $0.overlaps(visible) }
  }

  /// Scrolls to the marked hunk, with a row around it where there is room.
  private func reveal(_ places: [Range<Int>]) {
    guard let hunk = state.hunk, places.indices.contains(hunk) else { return }
    let place = places[hunk]
    let height = visibleDetailRows
    if place.lowerBound < state.top {
      scroll(to: place.lowerBound - 1)
    } else if place.upperBound > state.top + height {
      scroll(to: min(place.lowerBound, place.upperBound + 1 - height))
    }
    // In the lowest of windows there is no room around anything.
    if !place.overlaps(state.top..<(state.top + height)) { state.top = place.lowerBound }
  }
}
