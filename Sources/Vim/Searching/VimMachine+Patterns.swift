/// The inputs that a compiled pattern depends on.
struct VimPatternKey: Hashable {
  var source: String
  var ignoresCase: Bool
  var respectsSmartCase: Bool
  var forced: Bool?
  var replacement: String?
}

extension VimMachine {
  /// Compiles a typed pattern, which becomes the last one; if empty, compiles the last one.
  mutating func usePattern(_ typed: String, forced: Bool? = nil) throws(VimFailure) -> VimPattern {
    if !typed.isEmpty { remember(pattern: typed) }
    guard let pattern = search.pattern else {
      throw VimFailure(message: "E35: No previous regular expression")
    }
    return try compiled(pattern, forced: forced)
  }

  mutating func remember(pattern: String) {
    search.pattern = pattern
    search.ignoresSmartCase = false
    search.isMarked = true
    registers.named["/"] = VimRegister(lines: [Array(pattern.utf8)], shape: .characters)
  }

  func patternKey(_ source: String, forced: Bool? = nil) -> VimPatternKey {
    VimPatternKey(
      source: source, ignoresCase: options.search.ignoresCase,
      respectsSmartCase: options.search.smartCase && !search.ignoresSmartCase, forced: forced,
      replacement: search.replacement)
  }

  /// Compiles a pattern for the current text.
  mutating func compiled(_ source: String, forced: Bool? = nil) throws(VimFailure) -> VimPattern {
    let key = patternKey(source, forced: forced)
    var pattern: VimPattern
    if let known = search.compiled[key] {
      pattern = known
    } else {
      pattern = try VimPattern(
        source, options: options, respectsSmartCase: !search.ignoresSmartCase, ignoresCase: forced,
        replacement: search.replacement)
      if search.compiled.count > 7 { search.compiled = [:] }
      search.compiled[key] = pattern
    }
    pattern.context = VimPatternContext(
      cursor: cursor, marks: marks.positions, visual: selectedArea, tabStop: options.tabStop)
    return pattern
  }

  /// The current or last selection.
  private var selectedArea: VimArea? {
    let (start, end, shape, wanted): (VimPosition, VimPosition, VimShape, VimColumn)
    if case .visual(let now) = mode {
      (start, end, shape, wanted) = (visual.start, cursor, now, self.wanted)
    } else if let last = visual.last {
      (start, end, shape, wanted) = (last.start, last.end, last.shape, last.wanted)
    } else {
      return nil
    }
    var area = VimArea(start: min(start, end), end: max(start, end), shape: shape)
    if shape == .block {
      let cells = [start, end].map { position in
        let line = text.line(position.line)
        let first = VimChars.cell(line, at: position.column, tab: options.tabStop)
        let width =
          position.column < line.count
          ? VimChars.width(line, at: position.column, cell: first, tab: options.tabStop) : 1
        return first...first + width - 1
      }
      let low = min(cells[0].lowerBound, cells[1].lowerBound)
      let high = max(cells[0].upperBound, cells[1].upperBound)
      area.cells = low...(wanted == .end ? .max - 1 : high)
    }
    return area
  }

  // MARK: - gn and gN

  /// Selects the match at the cursor, or else the next one; `gN` searches back. In visual mode,
  /// extends the selection to it.
  mutating func selectMatch(isForward: Bool, count: Int = 1) throws(VimFailure) -> VimMove {
    let pattern = try usePattern("")
    var isVisual = false
    if case .visual = mode { isVisual = true }
    let skipsFirst = isForward && isVisual && cursor < visual.start
    var finder = VimTextSearch(text: text, pattern: pattern, wraps: options.search.wrapsSearch)
    let isEmpty = try isEmptyAfterCursor(pattern)
    var position = cursor
    if isVisual {
      var walk = VimWalk(text, at: position)
      if walk.skip(isForward: isForward) != .none { position = walk.position }
    }
    var other = position
    for step in 0...1 {
      if isForward, step == 0, skipsFirst { continue }
      let goesForward = isForward == (step == 1)
      finder.isToEnd = !goesForward && !isEmpty
      finder.wraps = step == 1 && options.search.wrapsSearch
      let found = try finder.find(
        from: position, isForward: goesForward, count: step == 1 ? count : 1)
      if let found {
        (position, other) = (found.position, found.otherEnd)
      } else if step == 1 {
        throw VimFailure(message: "E486: Pattern not found: \(pattern.source)")
      } else if isForward {
        position = VimPosition(line: -1, column: 0)
      } else {
        position = VimPosition(line: text.lastLine, column: text.length(text.lastLine))
      }
    }
    let anchor = isVisual ? visual.start : position
    var end = other
    if isForward, anchor < other {
      end = skipsFirst ? position : text.previousPosition(other)
    } else if isForward, isVisual, other < anchor {
      end = position
    }
    return VimMove(start: anchor, end: end, isInclusive: true, isExact: true)
  }

  /// Whether the next match is empty.
  private func isEmptyAfterCursor(_ pattern: VimPattern) throws(VimFailure) -> Bool {
    let finder = VimTextSearch(
      text: text, pattern: pattern, wraps: options.search.wrapsSearch, takesStart: true)
    guard let found = try finder.find(from: cursor, isForward: true) else {
      throw VimFailure(message: "E486: Pattern not found: \(pattern.source)")
    }
    return found.position == found.otherEnd
  }
}

extension VimText {
  /// Returns the previous position; from column 0, the end of the line before.
  func previousPosition(_ position: VimPosition) -> VimPosition {
    var walk = VimWalk(self, at: position)
    walk.stepBack()
    return walk.position
  }
}
