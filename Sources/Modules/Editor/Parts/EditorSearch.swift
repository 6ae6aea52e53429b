import Regex
import TextEngine
import Viper

/// The find bar: shows and counts matches while the search is typed.
@MainActor
final class EditorSearch {
  let scene: EditorScene
  private(set) var search: TextSearch? { didSet { mark() } }
  private var counter: MatchCounter?
  /// The selections and the scroll position before the bar was opened.
  private var origin: (selections: Selections, top: ByteOffset)? { didSet { mark() } }
  /// The selected lines to search; nil for the whole text.
  private(set) var scope: Range<ByteOffset>?
  /// The last search, to repeat it.
  private var last = EditorBar()
  let latest = Latest()
  /// Ends the running search and count.
  private var patience = RegexBudget(.max)
  private var isSearching = false
  private var isCounting = false
  /// The bar closes when the answer is there.
  private var isStaying = false

  /// Longer selections are not searched for.
  private static let longestSelected = 200

  init(_ scene: EditorScene) { self.scene = scene }

  func open(replacing: Bool) {
    guard scene.isEditable else { return }
    var bar = scene.state.bar ?? EditorBar()
    if scene.state.bar == nil {
      origin = (scene.selections, scene.page.top)
      scope = nil
      bar = last
      (bar.find, bar.replacement, bar.count, bar.problem) = ("", nil, "", "")
      takeSelection(into: &bar)
    }
    bar.replacement = replacing ? bar.replacement ?? last.replacement ?? "" : nil
    bar.focus = .find
    scene.state.bar = bar
    scene.fitRoom()
    if !bar.find.isEmpty { searchAgain() }
  }

  /// A short selection becomes the search; selected lines limit it.
  private func takeSelection(into bar: inout EditorBar) {
    let range = scene.selections.main.range
    if range.isEmpty { return }
    let text = scene.text
    if text.line(at: range.lowerBound) != text.line(at: range.upperBound) {
      scope = range
    } else if range.byteCount <= Self.longestSelected {
      bar.find = String(decoding: text.bytes(in: range), as: UTF8.self)
    }
  }

  func handle(_ command: EditorBarCommand) {
    guard let bar = scene.state.bar else { return }
    switch command {
    case .type(let text, .find):
      scene.state.bar?.find = text
      searchAgain()
    case .type(let text, .replacement):
      scene.state.bar?.replacement = text
      scene.showState()
    case .next: go(bar.find.isEmpty ? .last : .next)
    case .previous: go(.previous)
    case .switchField:
      guard bar.replacement != nil else { return go(.next) }
      scene.state.bar?.focus = bar.focus == .find ? .replacement : .find
      scene.showState()
    case .stay:
      if bar.find.isEmpty, !last.find.isEmpty { go(.last) }
      isStaying = isSearching
      if !isStaying { close() }
    case .goBack:
      let origin = origin
      close()
      if let origin {
        scene.page.scroll(toTop: origin.top, in: scene.text)
        scene.select(origin.selections.clamped(toByteCount: scene.text.byteCount))
      }
    case .replace: replaceOne()
    case .replaceAll: replaceAll()
    case .toggleCase: toggle(\.matchesCase)
    case .toggleWords: toggle(\.wholeWords)
    case .togglePattern: toggle(\.isPattern)
    }
  }

  private func toggle(_ option: WritableKeyPath<EditorBar, Bool>) {
    scene.state.bar?[keyPath: option].toggle()
    searchAgain()
  }

  func close() {
    if let bar = scene.state.bar, !bar.find.isEmpty { last = bar }
    scene.state.bar = nil
    forgetSearch()
    (origin, scope) = (nil, nil)
    isStaying = false
    scene.fitRoom()
  }

  private func forgetSearch() {
    (search, counter) = (nil, nil)
    patience.end()
    isSearching = false
  }

  /// Drops the pending answer.
  func stop() {
    latest.forget()
    patience.end()
    (isSearching, isStaying) = (false, false)
  }

  // MARK: - The text changes

  private func follow(_ edit: Edit) {
    counter?.apply(edit, after: scene.text)
    scope = scope.map {
      edit.map($0.lowerBound, bias: .left)..<edit.map($0.upperBound, bias: .right)
    }
    if let old = origin {
      origin = (old.selections.mapped(through: edit), edit.map(old.top, bias: .left))
    }
  }

  func textGrew() {
    if let known = counter { counter = MatchCounter(known.search, in: scene.text) }
  }

  // MARK: - Searching

  /// Marks matches while the bar is open.
  private func mark() {
    scene.marked = origin == nil ? nil : search
    let isOver = search == nil && origin == nil
    scene.followers[.search] = isOver ? nil : { [weak self] in self?.follow($0) }
  }

  /// Searches from where the cursor was when the bar was opened.
  private func searchAgain() {
    guard var bar = scene.state.bar else { return }
    bar.problem = ""
    bar.count = ""
    forgetSearch()
    do throws(SearchTrouble) {
      if !bar.find.isEmpty { search = try TextSearch(bar) }
    } catch {
      bar.problem = "\(error)"
    }
    scene.state.bar = bar
    guard let search else {
      if let origin { return scene.select(origin.selections) }
      return scene.showRows()
    }
    counter = MatchCounter(search, in: scene.text)
    let start = origin?.selections.main.range.lowerBound ?? scene.selections.main.head
    find(.from(scope?.lowerBound ?? start))
  }

  enum MatchStep { case next, previous, last }

  /// Goes to another match; without a bar, of the last search.
  func go(_ step: MatchStep) {
    guard scene.snapshot.isLoaded else { return }
    if search == nil {
      guard !last.find.isEmpty, let known = try? TextSearch(last) else {
        return scene.showMessage(EditorWords.noSearchToRepeat)
      }
      scene.state.bar?.find = last.find
      search = known
      counter = MatchCounter(known, in: scene.text)
    }
    let range = scene.selections.main.range
    switch step {
    case .next: find(.after(range))
    case .previous: find(.before(range.lowerBound))
    case .last: find(.from(range.lowerBound))
    }
  }

  private func find(_ way: EditorSearchWay) {
    guard let search else { return }
    isSearching = true
    scene.wait()
    scene.interactor.ask(
      .match(of: search, way, scope: scope, within: renewedPatience()),
      then: latest.only { [weak self] in self?.show($0) })
    if isSearching { scene.showMessage(EditorWords.isWorking) }
    countBehind()
  }

  /// A budget without a limit, which the person can end.
  func renewedPatience() -> RegexBudget {
    if patience.isSpent { patience = RegexBudget(.max) }
    return patience
  }

  private func show(_ result: Result<TextSearch.Step?, SearchTrouble>) {
    isSearching = false
    if scene.state.message.text == EditorWords.isWorking { scene.state.message = Message() }
    defer {
      if isStaying { close() }
      scene.release()
    }
    switch result {
    case .success(let step?):
      let range = step.match.range
      scene.select(Selections(Selection(anchor: range.lowerBound, head: range.upperBound)))
      if step.hasWrapped { scene.showMessage(EditorWords.hasWrapped) }
    case .success(nil):
      if scene.state.bar == nil {
        scene.warn(EditorWords.isNotFound(last.find))
      } else if let origin {
        scene.select(origin.selections)
      }
    case .failure(let trouble):
      fail(trouble)
    }
    showCount()
    scene.showRows()
  }

  // MARK: - Counting

  func countBehind() {
    guard !isCounting, counter?.isComplete == false else { return }
    isCounting = true
    scene.afterFrame { [weak self] in self?.countOn() }
  }

  private func countOn() {
    guard let counter else { return isCounting = false }
    scene.interactor.ask(.count(counter, within: patience)) { [weak self] in self?.counted($0) }
  }

  private func counted(_ known: MatchCounter?) {
    isCounting = false
    if let known { counter = known }
    guard let counter else { return }
    showCount()
    scene.showState()
    if !counter.isComplete, !patience.isSpent { countBehind() }
  }

  private func showCount() {
    guard let counter else { return }
    let number = counter.number(of: scene.selections.main.range)
    let count =
      number == nil && !counter.isComplete
      ? "…" : EditorWords.matches(counter.count, orMore: counter.isCapped, number: number)
    if scene.state.bar != nil {
      scene.state.bar?.count = count
    } else if !count.isEmpty, counter.count > 0, scene.state.message.text.isEmpty {
      scene.state.message = Message(count)
    }
  }
}

extension TextSearch {
  fileprivate init(_ bar: EditorBar) throws(SearchTrouble) {
    try self.init(
      Array(bar.find.utf8),
      Options(
        letters: bar.matchesCase ? .exact : .smart, isWholeWord: bar.wholeWords,
        isExpression: bar.isPattern))
  }
}
