import TextEngine

extension EmacsSearch {
  /// Whether case is ignored: not if a capital was typed.
  var foldsCase: Bool {
    let hasNoCapital =
      isPattern
      ? EmacsExpression.hasNoCapital(state.string) : EmacsPattern.hasNoCapital(state.string)
    return state.foldsCase && hasNoCapital
  }

  func pattern(in text: KeyText) throws(EmacsFailure) -> EmacsPattern {
    if isPattern {
      return try EmacsPattern(expression: state.string, foldsCase: foldsCase, in: text)
    }
    return EmacsPattern(state.string, foldsCase: foldsCase)
  }
}

/// Incremental search for regular expressions: a typed sign may make the match start earlier.
extension EmacsMachine {
  var searchRing: [String] { searches[isPattern: search?.isPattern == true] }

  /// The prompt of the search.
  var searchWords: String {
    let words = search?.isPattern == true ? "Pattern search" : "Search"
    return search?.state.isForward == false ? words + " backward: " : words + ": "
  }

  mutating func toggleSearchPattern() throws(EmacsFailure) {
    search?.isPattern.toggle()
    search?.state.succeeds = true
    try findAgain(from: search?.state.otherEnd)
  }

  /// Moves the search back before `*`, `?`, `\}` and `\|`, to before the term that they change.
  mutating func fallBack(before typed: String) {
    switch typed {
    case "*", "?": fallBack(isEscaped: false, allowsInvalid: false)
    case "}": fallBack(isEscaped: true, allowsInvalid: true)
    case "|": fallBack(isEscaped: true, allowsInvalid: false, toBarrier: true)
    default: break
    }
  }

  private mutating func fallBack(isEscaped: Bool, allowsInvalid: Bool, toBarrier: Bool = false) {
    guard let search, search.isPattern, Self.endsEscaped(search.state.string) == isEscaped else {
      return
    }
    // The last state may be wrong only because of a final backslash.
    let isWrong = search.state.problem != nil && search.states.dropLast().last?.problem != nil
    if isWrong, !allowsInvalid { return }
    let barrier = search.state.barrier
    self.search?.isAdjusted = true
    if toBarrier {
      point = barrier
      return
    }
    var index = search.states.count - 1
    while index > 0 {
      let (state, before) = (search.states[index], search.states[index - 1])
      let last = state.string.last ?? " "
      let isOperator = Self.endsEscaped(before.string) ? last == "}" : "*?+".contains(last)
      if state.problem == nil, !isOperator { break }
      index -= 1
    }
    let other = index > 0 ? search.states[index - 1].otherEnd ?? barrier : barrier
    point = search.state.isForward ? max(other, barrier) : min(other, barrier)
  }

  /// Whether a string ends in an unfinished escape.
  private static func endsEscaped(_ string: String) -> Bool {
    string.reversed().prefix { $0 == "\\" }.count % 2 == 1
  }
}
