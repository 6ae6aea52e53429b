import TextEngine

/// The state of an incremental search.
struct EmacsSearch {
  struct State: Equatable {
    var string = ""
    var isForward: Bool
    var succeeds = true
    var isWrapped = false
    var foldsCase = true
    /// The problem with the pattern so far.
    var problem: String?
    /// Point, and the other end of the match.
    var point: Int
    var otherEnd: Int?
    /// The limit that matches of a backward search may not reach past.
    var barrier: Int
  }

  var state: State
  /// Earlier states, the newest last; the first is that of the start.
  var states: [State]
  let start: Int
  var isJustStarted = true
  /// Whether text was yanked into the string: that does not move point in a backward search.
  var isYanked = false
  /// Whether the string is a regular expression.
  var isPattern: Bool
  /// Whether a sign moved the search back; then point stays there.
  var isAdjusted = false

  init(from point: Int, isForward: Bool, isPattern: Bool = false) {
    start = point
    self.isPattern = isPattern
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
    var search = EmacsSearch(
      from: mapped(start), isForward: state.isForward, isPattern: isPattern)
    search.state = moved(state)
    search.states = states.map(moved)
    search.isJustStarted = isJustStarted
    self = search
  }

  var display: KeyDisplay.Prompt {
    var words = isPattern ? "Pattern search" : "Search"
    if !state.isForward { words += " backward" }
    if state.isWrapped { words = "Wrapped: " + words.lowercased() }
    if !state.succeeds { words = "Nothing found: " + words.lowercased() }
    if let problem = state.problem { words += " (\(problem))" }
    let text = state.string
    return .init(sign: words + ": ", text: text, cursor: text.utf8.count)
  }
}

/// Earlier search strings, the newest first; plain text and patterns separately.
struct EmacsSearchRings {
  /// The last replacement.
  var lastReplacement: (from: String, to: String)?
  /// The last commands of `M-x`, the newest first.
  var commands: [String] = []
  private var words: [String] = []
  private var patterns: [String] = []

  subscript(isPattern isPattern: Bool) -> [String] { isPattern ? patterns : words }

  mutating func add(_ string: String, isPattern: Bool) {
    if string.isEmpty || self[isPattern: isPattern].first == string { return }
    if isPattern {
      patterns = [string] + patterns.prefix(15)
    } else {
      words = [string] + words.prefix(15)
    }
  }
}
