import TextEngine
import Viper

/// Headings with all that stands below them, folded away and back.
extension EditorScene {
  func toggleFold() {
    guard interactor.isLoaded else { return showState() }
    let text = text
    let head = selections.main.head
    if page.unfold(at: text.content(at: head).upperBound, in: text) { return showFolds() }
    guard let lines = page.foldable(at: text.line(at: head), in: text) else {
      return showMessage("There is nothing to fold here.")
    }
    page.fold(lines, in: text)
    let line = text.content(of: lines.lowerBound - 1)
    showFolds { _ in line.upperBound }
  }

  func openFold() {
    let text = text
    if page.unfold(at: text.content(at: selections.main.head).upperBound, in: text) { showFolds() }
  }

  func closeFold() {
    let text = text
    if page.hides(text.content(at: selections.main.head).upperBound) { return }
    toggleFold()
  }

  func foldAll() {
    let text = text
    let lines = page.allFoldable(in: text)
    guard !lines.isEmpty else { return showMessage("There is no heading to fold.") }
    for range in lines { page.fold(range, in: text) }
    showFolds { [page] in page.shownPlace(before: $0) }
  }

  func unfoldAll() {
    page.unfoldAll()
    showFolds()
  }

  /// What is folded away holds no cursor.
  private func showFolds(instead shown: ((ByteOffset) -> ByteOffset)? = nil) {
    if let shown {
      interactor.session.selections = selections.map { [page] selection in
        page.hides(selection.head) ? Selection(at: shown(selection.head)) : selection
      }
    }
    showRows()
  }
}
