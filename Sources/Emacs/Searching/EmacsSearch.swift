import TextEngine

/// An incremental search under way.
struct EmacsSearch {
  struct State: Equatable {
    var string = ""
    var isForward: Bool
    var succeeds = true
    var isWrapped = false
    var foldsCase = true
    /// What is wrong with the pattern so far.
    var problem: String?
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
  /// What was typed is a regular expression.
  var isPattern: Bool
  /// A sign in it sent the search back, and point stays there.
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

/// What was searched for, the newest first: words and patterns apart.
struct EmacsSearchRings {
  /// What was replaced last, and by what.
  var lastReplacement: (from: String, to: String)?
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
