import TextEngine
import Viper

/// Puts something else in the place of what was found.
extension EditorFind {
  /// Of the match that is selected; then it goes to the next.
  func replaceOne() {
    guard let bar = scene.state.bar, bar.replacement != nil, let search,
      let new = replacement(search)
    else { return }
    let text = scene.text
    let range = scene.selections.main.range
    guard let match = (try? search.match(on: range, in: text)) ?? nil else { return go(.next) }
    let edit = search.replacing(match, in: text, with: new)
    let end = edit.map(range.upperBound, bias: .right)
    guard scene.perform(edit, then: Selections(Selection(at: end))) else { return }
    go(.next)
    countBehind()
  }

  /// Of all matches, or those in the lines that were selected: one step to undo.
  func replaceAll() {
    guard scene.state.bar?.replacement != nil, let search, let new = replacement(search)
    else { return }
    let take = latest.only { [weak self] in self?.put($0) }
    scene.wait()
    scene.interactor.replaceAll(
      search, with: new, inside: scope.map { [$0] }, within: renewedPatience()
    ) {
      [weak self] result in
      take(result)
      self?.scene.release()
    }
  }

  private func replacement(_ search: TextSearch) -> Replacement? {
    guard let bar = scene.state.bar, let written = bar.replacement else { return nil }
    let bytes = Array(written.utf8)
    if !bar.isPattern { return Replacement(text: bytes) }
    do throws(SearchTrouble) {
      let ending = scene.interactor.session.format.ending
      return try Replacement(template: bytes, for: search, ending: ending)
    } catch {
      fail(error)
      return nil
    }
  }

  private func put(_ result: Result<TextSearch.Replaced, SearchTrouble>) {
    switch result {
    case .success(let replaced):
      guard replaced.count > 0 else { return scene.showMessage("There is nothing to replace.") }
      guard replaced.edit.byteCountBefore == scene.text.byteCount else {
        return scene.showMessage(
          "The text changed meanwhile; nothing was replaced.", isWarning: true)
      }
      let after = scene.selections.mapped(through: replaced.edit).onlyMain
      guard scene.perform(replaced.edit, then: after) else { return }
      close()
      let count = replaced.count == 1 ? "1 match" : "\(replaced.count) matches"
      scene.showMessage("Replaced \(count). C-z undoes it.")
    case .failure(let trouble): fail(trouble)
    }
  }

  private func fail(_ trouble: SearchTrouble) {
    scene.state.bar?.problem = "\(trouble)"
    scene.showState()
  }
}
