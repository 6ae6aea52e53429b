import TextEngine

/// Puts something else in the place of what was found.
extension EditorPresenter {
  /// Of the match that is selected; then it goes to the next.
  func replaceOne() {
    guard let bar = state.bar, bar.replacement != nil, let search = finding.search,
      let new = replacement(search)
    else { return }
    let text = interactor.text
    let range = selections.main.range
    guard let match = (try? search.match(on: range, in: text)) ?? nil else { return go(.next) }
    let edit = search.replacing(match, in: text, with: new)
    let end = edit.map(range.upperBound, bias: .right)
    let after = Selections(Selection(at: end))
    guard mayChange(), interactor.apply(edit, as: .other, from: selections, to: after) else {
      return
    }
    textChanged()
    selections = after
    go(.next)
    countBehind()
  }

  /// Of all matches, or those in the lines that were selected: one step to undo.
  func replaceAll() {
    guard state.bar?.replacement != nil, let search = finding.search,
      let new = replacement(search)
    else { return }
    finding.number += 1
    wait()
    interactor.replaceAll(
      search, with: new, inside: finding.scope.map { [$0] }, number: finding.number)
  }

  private func replacement(_ search: TextSearch) -> Replacement? {
    guard let bar = state.bar, let written = bar.replacement else { return nil }
    let bytes = Array(written.utf8)
    if !bar.isPattern { return Replacement(text: bytes) }
    do throws(SearchTrouble) {
      return try Replacement(template: bytes, for: search, ending: format.ending)
    } catch {
      state.bar?.problem = "\(error)"
      showState()
      return nil
    }
  }

  func replacementWasMade(_ result: Result<TextSearch.Replaced, SearchTrouble>, number: Int) {
    defer { release() }
    guard number == finding.number else { return }
    switch result {
    case .success(let replaced):
      guard replaced.count > 0 else { return say("There is nothing to replace.") }
      guard replaced.edit.byteCountBefore == interactor.text.byteCount else {
        return say("The text changed meanwhile; nothing was replaced.", warning: true)
      }
      let after = selections.mapped(through: replaced.edit).onlyMain
      guard mayChange(),
        interactor.apply(replaced.edit, as: .other, from: selections, to: after)
      else { return }
      textChanged()
      selections = after
      closeBar()
      say(
        "Replaced \(replaced.count == 1 ? "1 match" : "\(replaced.count) matches"). C-z undoes it.")
    case .failure(let trouble):
      state.bar?.problem = "\(trouble)"
      showState()
    }
  }
}
