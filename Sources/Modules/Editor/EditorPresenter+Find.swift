import TextEngine

/// The bar in which something is looked for: what is found is shown and counted while it is typed.
extension EditorPresenter {
  func openBar(replacing: Bool) {
    guard interactor.isLoaded, !state.isPeek else { return }
    var bar = state.bar ?? EditorBar()
    if state.bar == nil {
      finding.origin = (selections, page.top)
      finding.scope = nil
      bar.matchesCase = finding.last.matchesCase
      bar.wholeWords = finding.last.wholeWords
      bar.isPattern = finding.last.isPattern
      takeSelection(into: &bar)
    }
    if replacing { bar.replacement = bar.replacement ?? finding.last.replacement ?? "" }
    if !replacing { bar.replacement = nil }
    bar.focus = .find
    state.bar = bar
    fitRoom()
    if !bar.find.isEmpty { look() }
  }

  /// A few selected words are what to look for; selected lines are where.
  private func takeSelection(into bar: inout EditorBar) {
    let range = selections.main.range
    if range.isEmpty { return }
    let text = interactor.text
    if text.line(at: range.lowerBound) != text.line(at: range.upperBound) {
      finding.scope = range
    } else if range.byteCount <= Finding.longestSelected {
      bar.find = String(decoding: text.bytes(in: range), as: UTF8.self)
    }
  }

  func handle(_ command: EditorBarCommand) {
    guard let bar = state.bar else { return }
    switch command {
    case .type(let text, .find):
      state.bar?.find = text
      look()
    case .type(let text, .replacement):
      state.bar?.replacement = text
      showState()
    case .next: go(bar.find.isEmpty ? .last : .next)
    case .previous: go(.previous)
    case .switchField:
      guard bar.replacement != nil else { return go(.next) }
      state.bar?.focus = bar.focus == .find ? .replacement : .find
      showState()
    case .stay:
      if bar.find.isEmpty, !finding.last.find.isEmpty { go(.last) }
      finding.isStaying = finding.isLooking
      if !finding.isStaying { closeBar() }
    case .goBack:
      let origin = finding.origin
      closeBar()
      if let origin {
        page.scroll(toTop: origin.top, in: interactor.text)
        select(origin.selections.clamped(toByteCount: interactor.text.byteCount))
      }
    case .replace: replaceOne()
    case .replaceAll: replaceAll()
    case .toggleCase: toggle(\.matchesCase)
    case .toggleWords: toggle(\.wholeWords)
    case .togglePattern: toggle(\.isPattern)
    }
  }

  private func toggle(_ option: WritableKeyPath<EditorBar, Bool>) {
    state.bar?[keyPath: option].toggle()
    look()
  }

  func closeBar() {
    if let bar = state.bar, !bar.find.isEmpty { finding.last = bar }
    state.bar = nil
    finding.stop()
    fitRoom()
  }

  // MARK: - Looking

  /// Looks anew, from where the cursor was when the bar was opened.
  private func look() {
    guard var bar = state.bar else { return }
    bar.problem = ""
    bar.count = ""
    finding.search = nil
    finding.counter = nil
    finding.isLooking = false
    do throws(SearchTrouble) {
      if !bar.find.isEmpty { finding.search = try TextSearch(bar) }
    } catch {
      bar.problem = "\(error)"
    }
    state.bar = bar
    let text = interactor.text
    guard let search = finding.search else {
      if let origin = finding.origin { selections = origin.selections }
      visible.forget()
      return showRows()
    }
    finding.counter = MatchCounter(search, in: text)
    let start = finding.origin?.selections.main.range.lowerBound ?? selections.main.head
    find(.from(finding.scope?.lowerBound ?? start))
    countBehind()
  }

  /// Which match to go to.
  enum MatchStep { case next, previous, last }

  /// To another match; without a bar, of what was looked for last.
  func go(_ step: MatchStep) {
    guard interactor.isLoaded else { return }
    if finding.search == nil {
      guard !finding.last.find.isEmpty, let search = try? TextSearch(finding.last) else {
        return say("Nothing was looked for yet. C-f looks for something.")
      }
      if state.bar != nil { state.bar?.find = finding.last.find }
      finding.search = search
      finding.counter = MatchCounter(search, in: interactor.text)
      countBehind()
    }
    switch step {
    case .next: find(.after(selections.main.range))
    case .previous: find(.before(selections.main.range.lowerBound))
    case .last: find(.from(selections.main.range.lowerBound))
    }
  }

  private func find(_ way: EditorSearchWay) {
    guard let search = finding.search else { return }
    finding.isLooking = true
    finding.number += 1
    wait()
    interactor.find(search, way, scope: finding.scope, number: finding.number)
  }

  func matchWasFound(_ result: Result<TextSearch.Step?, SearchTrouble>, number: Int) {
    guard number == finding.number else { return }
    finding.isLooking = false
    defer {
      if finding.isStaying { closeBar() }
      release()
    }
    switch result {
    case .success(let step?):
      selections = Selections(
        Selection(anchor: step.match.range.lowerBound, head: step.match.range.upperBound))
      if step.hasWrapped { say("Search wrapped.") }
    case .success(nil):
      if state.bar == nil {
        say("“\(finding.last.find)” is not in this note.", warning: true)
      } else if let origin = finding.origin {
        selections = origin.selections
      }
    case .failure(let trouble):
      state.bar?.problem = "\(trouble)"
      if state.bar == nil { say("\(trouble)", warning: true) }
    }
    showCount()
    showRows()
  }

  // MARK: - Counting

  func countBehind() {
    guard !finding.isCounting else { return }
    finding.isCounting = true
    interactor.afterThisFrame { [weak self] in self?.countOn() }
  }

  private func countOn() {
    finding.isCounting = false
    guard finding.counter != nil else { return }
    let hasMore = finding.counter?.advance(in: interactor.text) ?? false
    showCount()
    showState()
    if hasMore { countBehind() }
  }

  func showCount() {
    guard let counter = finding.counter else { return }
    let total = counter.isCapped ? "more than \(counter.count)" : "\(counter.count)"
    let count: String
    if let number = counter.number(of: selections.main.range) {
      count = "\(number) of \(total)"
    } else if counter.isComplete {
      count = counter.count == 0 ? "none" : total
    } else {
      count = "…"
    }
    if state.bar == nil {
      if !count.isEmpty, counter.count > 0, state.message.isEmpty { state.message = count }
    } else {
      state.bar?.count = count
    }
  }
}
