import TextEngine

/// Ending a search, and text from elsewhere for its string.
extension EmacsMachine {
  mutating func endSearch(keepsString: Bool = true) {
    guard let search else { return }
    self.search = nil
    if keepsString { searches.add(search.state.string, isPattern: search.isPattern) }
    markSearchStart(search)
  }

  private mutating func markSearchStart(_ search: EmacsSearch) {
    if point != search.start, !region.isActive { pushMark(search.start) }
  }

  mutating func exitSearch() {
    if search?.state.string.isEmpty == true {
      startPrompt(.search, searchWords)
    } else {
      endSearch()
    }
  }

  /// Handles `C-g`: removes the part that was not found; without one, cancels the search.
  mutating func abortSearch() throws(EmacsFailure) {
    func isGood(_ state: EmacsSearch.State?) -> Bool {
      state?.succeeds == true && state?.problem == nil
    }
    if isGood(search?.state) { return try cancelSearch() }
    while !isGood(search?.state), (search?.states.count ?? 0) > 1 { restoreOlderSearch() }
  }

  mutating func cancelSearch() throws(EmacsFailure) {
    if let start = search?.start { point = start }
    endSearch(keepsString: false)
    throw .quit
  }

  // MARK: - Yanking and editing

  func wordOrCharacter(_ offset: Int) -> Int {
    let after = next(offset)
    if syntax(offset) == .word || syntax(after) == .word { return word(from: offset, 1) }
    return after
  }

  /// The end of the match, where yanked text continues.
  var searchEdge: Int {
    guard let state = search?.state, !state.isForward else { return point }
    return state.otherEnd ?? point
  }

  mutating func yankIntoSearch(upTo stop: Int) throws(EmacsFailure) {
    let start = searchEdge
    try yankIntoSearch(String(decoding: bytes(start..<max(start, stop)), as: UTF8.self))
  }

  mutating func yankKillIntoSearch() throws(EmacsFailure) {
    guard let kill = kills.rotate(by: 0) else { throw failure("Nothing was killed yet.") }
    try yankIntoSearch(String(decoding: kill.text.bytes, as: UTF8.self))
  }

  private mutating func yankIntoSearch(_ text: String) throws(EmacsFailure) {
    var text = search?.state.foldsCase == true ? text.lowercased() : text
    if search?.isPattern == true { text = EmacsExpression.quoted(text) }
    search?.isYanked = true
    try addToSearch(text)
  }

  mutating func editSearch() {
    guard let search else { return }
    markSearchStart(search)
    startPrompt(.search, searchWords, text: search.state.string)
  }

  /// Continues the search with a string from the prompt, or with the last one if it is empty. A
  /// search that had no string before ends at its first match, unless a direction is given.
  mutating func finishSearchPrompt(_ string: String, goesOn isForward: Bool?) throws(EmacsFailure) {
    guard let isEmpty = search?.state.string.isEmpty else { return }
    let last = searchRing.first ?? ""
    search?.state.string = string.isEmpty ? last : string
    if let isForward { search?.state.isForward = isForward }
    if let other = search?.state.otherEnd { point = other }
    search?.state.foldsCase = true
    if search?.state.string.isEmpty == true { return endSearch() }
    try findAgain(from: nil)
    if isEmpty, isForward == nil { endSearch() }
  }

  mutating func replaceSearched() throws(EmacsFailure) {
    guard let search else { return }
    if let other = search.state.otherEnd { point = min(point, other) }
    let string = search.state.string
    endSearch()
    let replacing = EmacsReplacing(isPattern: search.isPattern)
    startPrompt(.replacement(of: string, replacing), "\(replacing.words) \(string) with: ")
  }
}
