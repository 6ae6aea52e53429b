import TextEngine
import Viper

extension EditorSearch {
  /// Replaces the selected match, then goes to the next.
  func replaceOne() {
    guard let bar = scene.state.bar, bar.replacement != nil, let search,
      let new = replacement(search)
    else { return }
    let text = scene.text
    let range = scene.selections.main.range
    guard let match = (try? search.match(on: range, in: text)) ?? nil else { return go(.next) }
    let edit = search.replacing(match, in: text, with: new)
    let end = edit.map(range.upperBound, bias: .right)
    guard scene.perform(edit, then: Selections(Selection(at: end))).isDone else { return }
    go(.next)
    countBehind()
  }

  /// Replaces all matches, or those in the selected lines, as one step.
  func replaceAll() {
    guard scene.state.bar?.replacement != nil, let search, let new = replacement(search)
    else { return }
    let take = latest.only { [weak self] in self?.put($0) }
    scene.wait()
    scene.interactor.ask(
      .replacement(
        of: search, with: new, inside: scope.map { [$0] }, within: renewedPatience())
    ) { [weak self] result in
      take(result)
      self?.scene.release()
    }
  }

  private func replacement(_ search: TextSearch) -> Replacement? {
    guard let bar = scene.state.bar, let written = bar.replacement else { return nil }
    let bytes = Array(written.utf8)
    if !bar.isPattern { return Replacement(text: bytes) }
    do throws(SearchTrouble) {
      return try Replacement(
        template: bytes, for: search, ending: scene.snapshot.format.ending)
    } catch {
      fail(error)
      return nil
    }
  }

  private func put(_ result: Result<TextSearch.Replaced, SearchTrouble>) {
    switch result {
    case .success(let replaced):
      guard replaced.count > 0 else { return scene.showMessage(EditorWords.nothingToReplace) }
      guard replaced.edit.byteCountBefore == scene.text.byteCount else {
        return scene.warn(EditorWords.replacedNothing)
      }
      let after = scene.selections.mapped(through: replaced.edit).onlyMain
      guard scene.perform(replaced.edit, then: after).isDone else { return }
      close()
      scene.showMessage(EditorWords.replaced(replaced.count))
    case .failure(let trouble): fail(trouble)
    }
  }

  func fail(_ trouble: SearchTrouble) {
    if scene.state.bar == nil { return scene.warn("\(trouble)") }
    scene.state.bar?.problem = "\(trouble)"
    scene.showState()
  }
}
