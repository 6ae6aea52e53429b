import TextEngine

/// `:earlier`, `:later` and `:undolist`.
extension VimMachine {
  private enum Distance {
    case texts(Int)
    case seconds(Int64)
    case saves(Int)
  }

  /// Handles `:earlier` and `:later` with `3`, `10s`, `5m`, `2h`, `1d` or `1f`.
  mutating func travel(_ call: VimExCall, isBack: Bool) throws(VimFailure) {
    endBulk()
    let distance = try Self.distance(call.argument)
    guard let target = target(at: distance, isBack: isBack) else {
      return effects.append(.say(isBack ? "Already at oldest change" : "Already at newest change"))
    }
    if case .texts(let count) = distance {
      try goThroughTime(isBack ? -count : count)
    } else {
      try undo(to: target)
    }
    let history = text.key.history
    // Vim names the change between the two texts.
    let change = isBack ? history.stateForRedo : history.state(number: history.currentNumber)
    guard let state = history.states.first(where: { $0.id == change }) else { return }
    let when = Self.age(of: state.time, at: text.key.now)
    effects.append(.say("\(isBack ? "before" : "after") #\(state.number)  \(when)"))
  }

  private static func distance(_ argument: String) throws(VimFailure) -> Distance {
    var reader = VimLineReader(argument)
    let count = reader.isAtEnd ? 1 : reader.takeNumber()
    let unit = reader.rest
    guard let count else { throw VimFailure(message: "E475: Invalid argument: \(argument)") }
    let seconds = ["s": 1, "m": 60, "h": 3_600, "d": 86_400] as [String: Int64]
    if let seconds = seconds[unit] { return .seconds(Int64(count) * seconds) }
    switch unit {
    case "": return .texts(count)
    case "f": return .saves(count)
    default: throw VimFailure(message: "E475: Invalid argument: \(argument)")
    }
  }

  /// Nil if there is no other text in that direction.
  private func target(at distance: Distance, isBack: Bool) -> UndoTree.StateID? {
    let history = text.key.history
    let states = history.states
    guard let current = states.firstIndex(where: \.isCurrent) else { return nil }
    let others = isBack ? states[..<current] : states[(current + 1)...]
    if others.isEmpty { return nil }
    switch distance {
    case .texts(0): return nil
    case .texts(let count):
      let index = isBack ? current - count : current + count
      return states[min(max(0, index), states.count - 1)].id
    case .saves(let count):
      // Only the last save is known: beyond it are the first and the last text.
      if count == 0 { return nil }
      let saved = others.first(where: \.isSaved)
      return count == 1 && saved != nil ? saved?.id : isBack ? states.first?.id : states.last?.id
    case .seconds(let span):
      return Self.nearest(to: span, from: current, in: states, of: history, isBack: isBack)
    }
  }

  /// As in vim, the change whose time is nearest counts: to go back is to undo it. Vim counts whole
  /// seconds, from the change undone last, or else from the second after the last change.
  private static func nearest(
    to seconds: Int64, from current: Int, in states: [UndoTree.State], of history: UndoTree,
    isBack: Bool
  ) -> UndoTree.StateID? {
    let undone = history.stateForRedo.flatMap { id in states.first { $0.id == id } }
    let now = undone.map(\.second) ?? states[current].second + 1
    let wanted = isBack ? now - seconds : now + seconds
    let changes = (isBack ? states[...current] : states[(current + 1)...])
      .filter { $0.parent != nil }
    // Of changes at the same time, the one that is farthest in the direction.
    let inOrder = isBack ? Array(changes) : changes.reversed()
    let change = inOrder.min { abs($0.second - wanted) < abs($1.second - wanted) }
    return isBack ? change?.parent : change?.id
  }

  // MARK: - The list

  /// Handles `:undolist`: the last text of each branch.
  mutating func listUndo() {
    let states = text.key.history.states
    let parents = Set(states.compactMap(\.parent))
    var depths: [UndoTree.StateID: Int] = [:]
    var rows: [String] = []
    for state in states {
      guard let parent = state.parent else { continue }
      let depth = (depths[parent] ?? 0) + 1
      depths[state.id] = depth
      if parents.contains(state.id) { continue }
      let head =
        "\(VimListed.number(state.number, width: 6)) \(VimListed.number(depth, width: 7))  "
        + Self.age(of: state.time, at: text.key.now)
      rows.append(state.isSaved ? VimListed.padded(head, width: 35) + "saved" : head)
    }
    if rows.isEmpty { return effects.append(.say("Nothing to undo")) }
    list("Undo", ["number changes  when               saved"] + rows)
  }

  /// Returns how long ago a time was, without the time of day: its zone is unknown here.
  private static func age(of time: Int64, at now: Int64) -> String {
    let seconds = max(0, now - time) / 1_000
    switch seconds {
    case 1: return "1 second ago"
    case ..<100: return "\(seconds) seconds ago"
    case ..<6_000: return "\(seconds / 60) minutes ago"
    case ..<172_800: return "\(seconds / 3_600) hours ago"
    default: return "\(seconds / 86_400) days ago"
    }
  }
}

extension UndoTree.State {
  fileprivate var second: Int64 { time / 1_000 }
}
