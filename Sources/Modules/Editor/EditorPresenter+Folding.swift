import TextEngine

/// Headings with all that stands below them, folded away and back.
extension EditorPresenter {
  func toggleFold() {
    guard interactor.isLoaded else { return showState() }
    let text = interactor.text
    let head = selections.main.head
    if page.unfold(at: text.content(at: head).upperBound, in: text) { return showFolds() }
    guard let lines = page.foldable(at: text.line(at: head), in: text) else {
      return say("There is nothing to fold here.")
    }
    page.fold(lines, in: text)
    let line = text.content(of: lines.lowerBound - 1)
    // What is folded away holds no cursor.
    selections = selections.map { selection in
      page.hides(selection.head) ? Selection(at: line.upperBound) : selection
    }
    showFolds()
  }

  func foldAll() {
    let text = interactor.text
    let lines = page.allFoldable(in: text)
    guard !lines.isEmpty else { return say("There is no heading to fold.") }
    for range in lines { page.fold(range, in: text) }
    selections = selections.map { selection in
      page.hides(selection.head)
        ? Selection(at: page.shownPlace(before: selection.head)) : selection
    }
    showFolds()
  }

  func unfoldAll() {
    page.unfoldAll()
    showFolds()
  }

  private func showFolds() {
    visible.forget()
    showRows()
  }
}
