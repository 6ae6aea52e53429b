import Viper

/// The hunks, while the detail has the keys: a visible one is marked and can be applied.
extension HistoryPresenter {
  /// Moves the keys to the detail.
  func read() {
    guard state.selected != nil else { return }
    state.isReading = true
    view?.show(state)
    markVisibleHunk()
  }

  /// Scrolls the detail. A hunk that is not visible is never marked.
  func read(_ move: ScrollMove) {
    scroll(
      to: move.first(
        from: state.top, of: detail?.rows.count ?? 0, visible: visibleDetailRows))
    if state.isReading { markVisibleHunk() }
  }

  func moveHunk(by step: Int) {
    guard state.isReading else { return }
    guard let ranges = detail?.hunks, !ranges.isEmpty else {
      return showMessage(HistoryWords.nothingDiffers)
    }
    let last = ranges.count - 1
    if let hunk = state.hunk {
      if hunk + step > last { showMessage(HistoryWords.isLast) }
      if hunk + step < 0 { showMessage(HistoryWords.isFirst) }
      state.hunk = max(0, min(hunk + step, last))
    } else if step > 0 {
      state.hunk = ranges.firstIndex { $0.lowerBound >= state.top } ?? last
    } else {
      state.hunk = ranges.lastIndex { $0.upperBound <= state.top } ?? 0
    }
    reveal(ranges)
  }

  func takeHunk() {
    guard state.isReading else { return }
    guard let hunk = state.hunk, shown == delivered else {
      return showMessage(HistoryWords.noneIsMarked)
    }
    interactor.takeHunk(hunk)
  }

  /// Keeps the mark after a reload, or moves it to the next hunk.
  func restoreMarkedHunk() {
    guard state.isReading else { return }
    guard let hunk = state.hunk, let ranges = detail?.hunks, !ranges.isEmpty else {
      return markVisibleHunk()
    }
    state.hunk = min(hunk, ranges.count - 1)
    reveal(ranges)
  }

  private func markVisibleHunk() {
    let ranges = detail?.hunks ?? []
    let visible = state.top..<(state.top + visibleDetailRows)
    if let hunk = state.hunk, ranges.indices.contains(hunk), ranges[hunk].overlaps(visible) {
      return
    }
    state.hunk = ranges.firstIndex { $0.overlaps(visible) }
  }

  /// Scrolls to the marked hunk, with one row around it if there is room.
  private func reveal(_ ranges: [Range<Int>]) {
    guard let hunk = state.hunk, ranges.indices.contains(hunk) else { return }
    let range = ranges[hunk]
    let height = visibleDetailRows
    if range.lowerBound < state.top {
      scroll(to: range.lowerBound - 1)
    } else if range.upperBound > state.top + height {
      scroll(to: min(range.lowerBound, range.upperBound + 1 - height))
    }
    // Show the hunk itself if the window has no room for a row around it.
    if !range.overlaps(state.top..<(state.top + height)) { state.top = range.lowerBound }
  }
}
