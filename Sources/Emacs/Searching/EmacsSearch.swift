import TextEngine

/// An incremental search under way.
struct EmacsSearch {
  struct State: Equatable {
    var string = ""
    var isForward: Bool
    var succeeds = true
    var isWrapped = false
    var foldsCase = true
    /// Where point is, and the other end of the match.
    var point: Int
    var otherEnd: Int?
    /// A search backwards may not find what reaches behind it.
    var barrier: Int
  }

  var state: State
  /// States of before, the last one last; the first is that of the start.
  var states: [State]
  let start: Int
  var isJustStarted = true
  /// What was yanked into the string does not move point in a search backwards.
  var isYanked = false
  var problem: String?

  init(from point: Int, isForward: Bool) {
    start = point
    state = State(isForward: isForward, point: point, barrier: point)
    states = [state]
  }

  mutating func follow(_ edit: Edit) {
    func mapped(_ offset: Int) -> Int { edit.map(ByteOffset(offset), bias: .left).value }
    func moved(_ state: State) -> State {
      var state = state
      state.point = mapped(state.point)
      state.otherEnd = state.otherEnd.map(mapped)
      state.barrier = mapped(state.barrier)
      return state
    }
    var search = EmacsSearch(from: mapped(start), isForward: state.isForward)
    search.state = moved(state)
    search.states = states.map(moved)
    search.isJustStarted = isJustStarted
    self = search
  }

  var face: KeyFace.Prompt {
    var words = "Search"
    if !state.isForward { words += " backward" }
    if state.isWrapped { words = "Wrapped: " + words.lowercased() }
    if !state.succeeds { words = "Nothing found: " + words.lowercased() }
    let text = state.string
    return .init(sign: words + ": ", text: text, cursor: text.utf8.count)
  }
}

extension EmacsMachine {
  mutating func searchForward() { search = EmacsSearch(from: point, isForward: true) }
  mutating func searchBackward() { search = EmacsSearch(from: point, isForward: false) }

  /// A key in a search. False where it ends it and is done as usual.
  mutating func searchKey(_ key: String) throws(EmacsFailure) -> Bool {
    thisCommand = "isearch"
    lastCommand = "isearch"
    if let text = Self.typed(key) {
      try addToSearch(text)
      return true
    }
    switch key {
    case "C-s", "C-M-s": try repeatSearch(isForward: true)
    case "C-r", "C-M-r": try repeatSearch(isForward: false)
    case "Backspace", "Del": try popSearch()
    case "C-M-d": try shortenSearch()
    case "C-g": try abortSearch()
    case "Esc": try cancelSearch()
    case "Enter": exitSearch()
    case "C-q": reading = .searchCharacter
    case "C-w": try yankIntoSearch(upTo: wordOrCharacter(searchEdge))
    case "C-M-w": try yankIntoSearch(upTo: symbolEnd(after: next(searchEdge)))
    case "C-M-y": try yankIntoSearch(upTo: next(searchEdge))
    case "C-y": try yankKillIntoSearch()
    case "M-e": editSearch()
    case "M-c": try toggleSearchCase()
    case "M-p": try takeSearch(older: true)
    case "M-n": try takeSearch(older: false)
    case "M-%": replaceSearched()
    default:
      endSearch()
      return false
    }
    return true
  }

  /// The text that a key types.
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

  /// The string became longer: the match grows where it can, or the next one is looked for.
  private mutating func updateSearch() throws(EmacsFailure) {
    guard var search else { return }
    if search.state.succeeds {
      if let end = grownMatch(of: search) {
        search.state.otherEnd = end
        search.state.foldsCase =
          search.state.foldsCase && EmacsPattern.hasNoCapital(search.state.string)
        self.search = search
      } else {
        if let other = search.state.otherEnd {
          point =
            search.state.isForward
            ? other : min(search.start, search.state.barrier, next(other))
        }
        try findInSearch()
      }
    }
    pushSearch()
  }

  /// Backwards the match stays where it is as long as the text there goes on so.
  private func grownMatch(of search: EmacsSearch) -> Int? {
    let state = search.state
    if state.isForward { return nil }
    let pattern = EmacsPattern(
      state.string, foldsCase: state.foldsCase && EmacsPattern.hasNoCapital(state.string))
    guard let end = pattern.end(in: rope, at: point) else { return nil }
    return search.isYanked || end <= min(search.start, state.barrier) ? end : nil
  }

  private mutating func findInSearch() throws(EmacsFailure) {
    guard var search else { return }
    var isFirstFailure = false
    if search.state.foldsCase {
      search.state.foldsCase = EmacsPattern.hasNoCapital(search.state.string)
    }
    let pattern = EmacsPattern(search.state.string, foldsCase: search.state.foldsCase)
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

  private mutating func pushSearch() {
    search?.state.point = point
    search?.isYanked = false
    guard let state = search?.state else { return }
    search?.states.append(state)
  }

  /// Ends a macro, and is only a sound for a person.
  private mutating func ringInSearch() throws(EmacsFailure) {
    if macro.isPlaying { throw failure("") }
    effects.append(.bell)
    macro.end()
  }

  private mutating func repeatSearch(isForward: Bool) throws(EmacsFailure) {
    guard search?.state != nil else { return }
    if search?.state.isForward == isForward {
      if search?.state.string.isEmpty == true {
        if let last = searches.first {
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
      // An empty match: the next one is elsewhere.
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

  private mutating func restoreOlderSearch() {
    search?.states.removeLast()
    guard let state = search?.states.last else { return }
    search?.state = state
    point = state.point
  }

  private mutating func shortenSearch() throws(EmacsFailure) {
    if search?.state.string.isEmpty == true { return try ringInSearch() }
    search?.state.string.unicodeScalars.removeLast()
    if let other = search?.state.otherEnd { point = other }
    try findInSearch()
    pushSearch()
  }

  private mutating func toggleSearchCase() throws(EmacsFailure) {
    search?.state.foldsCase.toggle()
    search?.state.succeeds = true
    if let other = search?.state.otherEnd { point = other }
    try findInSearch()
    pushSearch()
  }

  /// A string of before.
  private mutating func takeSearch(older: Bool) throws(EmacsFailure) {
    guard let now = search?.state.string, !searches.isEmpty else { return try ringInSearch() }
    let index = searches.firstIndex(of: now) ?? (older ? -1 : searches.count)
    let next = ((index + (older ? 1 : -1)) % searches.count + searches.count) % searches.count
    search?.state.string = searches[next]
    search?.state.succeeds = true
    if let start = search?.start { point = start }
    try findInSearch()
    pushSearch()
  }

  // MARK: - The end

  mutating func endSearch(keepsString: Bool = true) {
    guard let search else { return }
    self.search = nil
    if keepsString { remember(search.state.string) }
    markSearchStart(search)
  }

  private mutating func remember(_ string: String) {
    if string.isEmpty || searches.first == string { return }
    searches.insert(string, at: 0)
    if searches.count > 16 { searches.removeLast() }
  }

  private mutating func markSearchStart(_ search: EmacsSearch) {
    if point != search.start, !isRegionActive { pushMark(search.start) }
  }

  private mutating func exitSearch() {
    if search?.state.string.isEmpty == true {
      startPrompt(.search, search?.state.isForward == false ? "Search backward: " : "Search: ")
    } else {
      endSearch()
    }
  }

  /// `C-g`: what was not found goes from the string, then the search is over where it began.
  private mutating func abortSearch() throws(EmacsFailure) {
    if search?.state.succeeds == true { return try cancelSearch() }
    while search?.state.succeeds == false, (search?.states.count ?? 0) > 1 { restoreOlderSearch() }
  }

  private mutating func cancelSearch() throws(EmacsFailure) {
    if let start = search?.start { point = start }
    endSearch(keepsString: false)
    throw .quit
  }

  // MARK: - Yanking and editing

  private func wordOrCharacter(_ offset: Int) -> Int {
    let after = next(offset)
    if syntax(offset) == .word || syntax(after) == .word { return word(from: offset, 1) }
    return after
  }

  /// Where the match ends that what is yanked goes on with.
  private var searchEdge: Int {
    guard let state = search?.state, !state.isForward else { return point }
    return state.otherEnd ?? point
  }

  private mutating func yankIntoSearch(upTo stop: Int) throws(EmacsFailure) {
    let start = searchEdge
    try yankIntoSearch(String(decoding: bytes(start..<max(start, stop)), as: UTF8.self))
  }

  private mutating func yankKillIntoSearch() throws(EmacsFailure) {
    guard let kill = kills.rotate(by: 0) else { throw failure("Nothing was killed yet.") }
    try yankIntoSearch(String(decoding: kill.text.bytes, as: UTF8.self))
  }

  private mutating func yankIntoSearch(_ text: String) throws(EmacsFailure) {
    let text = search?.state.foldsCase == true ? text.lowercased() : text
    search?.isYanked = true
    try addToSearch(text)
  }

  private mutating func editSearch() {
    guard let search else { return }
    markSearchStart(search)
    startPrompt(
      .search, search.state.isForward ? "Search: " : "Search backward: ", text: search.state.string)
  }

  /// The string was typed in a prompt: it is searched for once; `C-s` and `C-r` go on step by step.
  mutating func finishSearchPrompt(_ string: String, goesOn isForward: Bool?) throws(EmacsFailure) {
    guard search != nil else { return }
    search?.state.string = string.isEmpty ? searches.first ?? "" : string
    if let isForward { search?.state.isForward = isForward }
    if let other = search?.state.otherEnd { point = other }
    search?.state.foldsCase = true
    if search?.state.string.isEmpty == true { return endSearch() }
    try findInSearch()
    pushSearch()
    if isForward == nil { endSearch() }
  }

  private mutating func replaceSearched() {
    guard let search else { return }
    if let other = search.state.otherEnd { point = min(point, other) }
    let string = search.state.string
    endSearch()
    startPrompt(.replacement(of: string), "Replace \(string) with: ")
  }
}
