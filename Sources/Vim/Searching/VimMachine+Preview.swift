import Regex
import TextEngine

/// What searches show: the marks of all matches, and where a typed one goes.
extension VimMachine {
  /// Updates what is marked, after all keys that followed from one.
  mutating func markMatches() {
    if text.key.isSecondaryCursor { return }
    if mode == .prompt { updatePreview() }
    search.asked = nil
    if mode == .confirm, let match = ex.asking?.now.match {
      search.asked = VimPreviewTarget.Match(start: match.start, end: match.end).range(in: text)
    }
    guard options.search.marksMatches else { return search.finder = nil }
    if let preview = search.preview, preview.isSearch {
      search.finder = preview.target.flatMap { target in
        Self.matchesAll(target.key.source)
          ? nil : VimMatchFinder(pattern: target.pattern, key: target.key)
      }
      return
    }
    guard search.isMarked, let source = search.pattern, !Self.matchesAll(source) else {
      return search.finder = nil
    }
    let key = patternKey(source)
    if let known = search.finder, known.key == key, !known.pattern.hasConditions { return }
    search.finder = (try? compiled(source)).map { VimMatchFinder(pattern: $0, key: key) }
  }

  /// Whether a pattern like `one\|` matches everywhere, so that marks would say nothing.
  private static func matchesAll(_ source: String) -> Bool {
    source.isEmpty || source.hasSuffix("\\|") || source.hasPrefix("\\v") && source.hasSuffix("|")
  }

  var shownSearch: KeyDisplay.Search? {
    let preview = mode == .prompt ? search.preview : nil
    let current = preview?.range ?? search.asked
    if search.finder == nil, current == nil, preview?.isTooLong != true { return nil }
    return KeyDisplay.Search(
      finder: search.finder, current: current,
      seek: preview?.isTooLong == true ? preview?.target?.seek : nil)
  }

  // MARK: - While a pattern is typed

  /// Searches for the pattern typed so far, within a budget of its own: a slow one never holds up
  /// typing.
  private mutating func updatePreview() {
    guard options.search.searchesWhileTyping, var preview = search.preview,
      preview.line != prompt.text
    else { return }
    preview.line = prompt.text
    (preview.target, preview.match, preview.range) = (nil, nil, nil)
    preview.isTooLong = false
    let budget = text.key.budget
    text.key.budget = RegexBudget(RegexBudget.instant / 2)
    let typed = typedPattern(from: preview.start)
    preview.isSearch = typed != nil
    preview.isClosed = typed?.isClosed == true
    if let typed, let target = previewTarget(typed, from: preview.start) {
      preview.target = target
      preview.match = (try? target.match(in: text)).flatMap { $0 }
      preview.isTooLong = text.key.budget.isSpent
      preview.range = preview.match?.range(in: text)
    }
    text.key.budget = budget
    search.preview = preview
  }

  private mutating func previewTarget(
    _ typed: VimTypedPattern, from start: VimPosition
  ) -> VimPreviewTarget? {
    if typed.source.isEmpty { return nil }
    // A typed pattern obeys `smartcase`, whatever the last one came from.
    let ignored = search.ignoresSmartCase
    search.ignoresSmartCase = typed.isLast && ignored
    defer { search.ignoresSmartCase = ignored }
    guard let pattern = try? compiled(typed.source) else { return nil }
    return VimPreviewTarget(
      pattern: pattern, key: patternKey(typed.source), start: start,
      isForward: prompt.sign != "?", count: max(1, prompt.waiting?.count ?? 1),
      wraps: options.search.wrapsSearch, lines: typed.lines)
  }

  /// Handles `C-g` and `C-t`: goes to the next or previous match while the pattern is typed.
  mutating func stepPreview(isForward: Bool) throws(VimFailure) {
    updatePreview()
    guard var preview = search.preview, preview.isSearch, let target = preview.target else {
      return
    }
    if preview.isTooLong { preview.match = try target.match(in: text) }
    guard let old = preview.match else { throw .quiet }
    let isEmpty = old.start == old.end
    let from = isForward ? isEmpty ? old.end : before(old.end) : old.start
    let search = VimTextSearch(
      text: text, pattern: target.pattern, wraps: options.search.wrapsSearch)
    guard
      let found = try search.find(from: from, isForward: isForward, count: target.count)
    else { throw .quiet }
    let match = VimPreviewTarget.Match(found)
    let isBackSearch = prompt.sign == "?"
    preview.start = old.start
    // Enter searches from here and must come to the match.
    if isForward == isBackSearch || isForward && match.start < preview.start {
      preview.start = isBackSearch ? after(match.start) : before(match.start)
    }
    preview.match = match
    preview.range = match.range(in: text)
    preview.isTooLong = false
    self.search.preview = preview
  }

  private func before(_ position: VimPosition) -> VimPosition {
    if position == VimPosition(line: 0) { return VimPosition(line: -1) }
    return text.previousPosition(position)
  }

  private func after(_ position: VimPosition) -> VimPosition {
    var walk = VimWalk(text, at: position)
    walk.step()
    return walk.position
  }

  /// Returns the position for `C-r C-w`: the end of the match so far, but the cursor once a sign has ended
  /// the pattern.
  mutating func previewEnd() -> VimPosition {
    updatePreview()
    guard let preview = search.preview, !preview.isClosed else { return cursor }
    return preview.match?.end ?? cursor
  }

  /// Handles `C-l`: adds the character after the match to the pattern.
  mutating func characterAfterPreview() -> [UInt8]? {
    updatePreview()
    guard let preview = search.preview, let match = preview.match else { return nil }
    let line = text.line(match.end.line)
    guard match.end.column < line.count else { return nil }
    let character = Array(line[match.end.column..<VimChars.next(line, match.end.column)])
    let needsSlash = character.count == 1 && "\\^$.*[".utf8.contains(character[0])
    let isEnd = character == Array(String(prompt.sign).utf8)
    return needsSlash || isEnd ? [UInt8(ascii: "\\")] + character : character
  }

  // MARK: - Counting

  /// Reports where a search went; only the last of several is reported.
  mutating func say(found source: String, isForward: Bool) {
    guard options.countsMatches, let pattern = try? compiled(source) else { return }
    effects.removeAll { if case .found = $0 { true } else { false } }
    let finder = VimMatchFinder(pattern: pattern, key: patternKey(source))
    effects.append(.found(FoundMatch(text: (isForward ? "/" : "?") + source, finder: finder)))
  }
}
