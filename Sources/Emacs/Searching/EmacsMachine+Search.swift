import TextEngine

/// Keys in an incremental search.
extension EmacsMachine {
  /// Starts a search. An argument switches between plain text and pattern.
  mutating func startSearch(isForward: Bool, isPattern: Bool = false) {
    search = EmacsSearch(
      from: point, isForward: isForward, isPattern: isPattern == (argument == nil))
  }

  /// Handles a key in a search. Returns false if it ends the search and is still to be handled.
  mutating func searchKey(_ key: String) throws(EmacsFailure) -> Bool {
    command.name = "isearch"
    command.last = "isearch"
    if Self.isPrefix(key) { return false }
    argument = keys.argument
    keys.dropArgument()
    search?.isAdjusted = false
    if let text = Self.typed(key) {
      fallBack(before: text)
      try addToSearch(String(repeating: text, count: max(1, min(count, 1_000))))
      return true
    }
    switch key {
    case "C-s", "C-M-s": try repeatSearch(isForward: true, count)
    case "C-r", "C-M-r": try repeatSearch(isForward: false, count)
    case "Backspace", "Del": try popSearch()
    case "C-M-d": try shortenSearch()
    case "C-g": try abortSearch()
    case "Esc": try cancelSearch()
    case "Enter": exitSearch()
    case "C-q": keys.reading = .searchCharacter
    case "C-w": try yankIntoSearch(upTo: wordOrCharacter(searchEdge))
    case "C-M-w": try yankIntoSearch(upTo: symbolEdge(next(searchEdge), isForward: true))
    case "C-M-y": try yankIntoSearch(upTo: next(searchEdge))
    case "C-y": try yankKillIntoSearch()
    case "M-e": editSearch()
    case "M-c": try toggleSearchCase()
    case "M-r": try toggleSearchPattern()
    case "M-p": try takeSearch(older: true)
    case "M-n": try takeSearch(older: false)
    case "M-%": try replaceSearched()
    default:
      keys.argument = argument
      endSearch()
      return false
    }
    return true
  }

  /// Whether a key is a prefix argument, which does not end a search.
  private static func isPrefix(_ key: String) -> Bool {
    key == "C-u" || key == "M--" || key.hasPrefix("M-") && Int(key.dropFirst(2)) != nil
  }

  private mutating func repeatSearch(isForward: Bool, _ count: Int) throws(EmacsFailure) {
    for _ in 0..<min(abs(count), 10_000) {
      try repeatSearch(isForward: isForward == (count >= 0))
      if search?.state.succeeds != true { return }
    }
  }

  /// Returns the text that a key types.
  static func typed(_ key: String) -> String? {
    switch key {
    case "Space": " "
    case "C-j": "\n"
    case "Tab": "\t"
    default: key.count == 1 ? key : nil
    }
  }

  // MARK: - Steps

  mutating func addToSearch(_ text: String) throws(EmacsFailure) {
    search?.state.string += text
    try updateSearch()
  }

  /// Searches after the string has grown: extends the match if possible, else finds the next one.
  private mutating func updateSearch() throws(EmacsFailure) {
    guard var search else { return }
    if search.state.succeeds || search.isPattern {
      if let end = grownMatch(of: search) {
        search.state.otherEnd = end
        search.state.succeeds = true
        search.state.problem = nil
        search.state.foldsCase = search.foldsCase
        self.search = search
      } else {
        if let other = search.state.otherEnd, !search.isAdjusted {
          point =
            search.state.isForward
            ? other : min(search.start, search.state.barrier, next(other))
        }
        try findInSearch()
      }
    }
    pushSearch()
  }

  /// Returns the end of the match in a backward search, which stays while its text still matches.
  private func grownMatch(of search: EmacsSearch) -> Int? {
    let state = search.state
    if state.isForward || search.isAdjusted { return nil }
    guard let pattern = try? search.pattern(in: text), let end = pattern.end(in: rope, at: point)
    else {
      return nil
    }
    return search.isYanked || end <= min(search.start, state.barrier) ? end : nil
  }

  mutating func findInSearch() throws(EmacsFailure) {
    guard var search else { return }
    var isFirstFailure = false
    search.state.foldsCase = search.foldsCase
    search.state.problem = nil
    let pattern: EmacsPattern
    do throws(EmacsFailure) { pattern = try search.pattern(in: text) } catch {
      // The next keys may complete it.
      search.state.problem = error.message
      self.search = search
      return
    }
    let found =
      search.state.isForward
      ? pattern.first(in: rope, from: point) : pattern.last(in: rope, before: point)
    search.isJustStarted = false
    search.state.succeeds = found != nil
    if let found {
      point = search.state.isForward ? found.upperBound : found.lowerBound
      search.state.otherEnd = search.state.isForward ? found.lowerBound : found.upperBound
    } else {
      isFirstFailure = search.states.last?.succeeds == true
      point = search.states.last?.point ?? point
    }
    self.search = search
    if isFirstFailure { try ringInSearch() }
  }

  mutating func pushSearch() {
    search?.state.point = point
    search?.isYanked = false
    guard let state = search?.state else { return }
    search?.states.append(state)
  }

  /// Ends a macro; for a person, only rings the bell.
  private mutating func ringInSearch() throws(EmacsFailure) {
    if macro.isPlaying { throw failure("") }
    effects.append(.bell)
    macro.end()
  }

  private mutating func repeatSearch(isForward: Bool) throws(EmacsFailure) {
    guard search?.state != nil else { return }
    if search?.state.isForward == isForward {
      if search?.state.string.isEmpty == true {
        if let last = searchRing.first {
          search?.state.string = last
          search?.state.foldsCase = true
        } else {
          effects.append(.say("Nothing was searched for yet."))
        }
      } else if search?.state.succeeds == false {
        search?.state.isWrapped = true
        point = isForward ? 0 : end
      }
    } else {
      search?.state.isForward = isForward
      search?.state.succeeds = true
    }
    search?.state.barrier = point
    if search?.state.string.isEmpty == true {
      search?.state.succeeds = true
    } else if search?.state.succeeds == true, search?.state.otherEnd == point,
      search?.isJustStarted == false
    {
      // After an empty match, the next one must be elsewhere.
      let next = isForward ? next(point) : previous(point)
      if next == point {
        search?.state.succeeds = false
        try ringInSearch()
      } else {
        point = next
        try findInSearch()
      }
    } else {
      try findInSearch()
    }
    pushSearch()
  }

  private mutating func popSearch() throws(EmacsFailure) {
    guard let count = search?.states.count, count > 1 else { return try ringInSearch() }
    restoreOlderSearch()
  }

  mutating func restoreOlderSearch() {
    search?.states.removeLast()
    guard let state = search?.states.last else { return }
    search?.state = state
    point = state.point
  }

  /// Searches again from an offset, or else from point.
  mutating func findAgain(from start: Int?) throws(EmacsFailure) {
    if let start { point = start }
    try findInSearch()
    pushSearch()
  }

  private mutating func shortenSearch() throws(EmacsFailure) {
    if search?.state.string.isEmpty == true { return try ringInSearch() }
    search?.state.string.unicodeScalars.removeLast()
    try findAgain(from: search?.state.otherEnd)
  }

  private mutating func toggleSearchCase() throws(EmacsFailure) {
    search?.state.foldsCase.toggle()
    search?.state.succeeds = true
    try findAgain(from: search?.state.otherEnd)
  }

  /// Uses an earlier search string.
  private mutating func takeSearch(older: Bool) throws(EmacsFailure) {
    let ring = searchRing
    guard let now = search?.state.string, !ring.isEmpty else { return try ringInSearch() }
    let index = ring.firstIndex(of: now) ?? (older ? -1 : ring.count)
    let next = ((index + (older ? 1 : -1)) % ring.count + ring.count) % ring.count
    search?.state.string = ring[next]
    search?.state.succeeds = true
    try findAgain(from: search?.start)
  }
}
