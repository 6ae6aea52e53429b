import TextEngine

/// Windows, which the program has: other notes and previews.
extension VimMachine {
  /// Passes on a window command. Keys that follow in the same macro or map would be meant for the other
  /// note, so `refuseAfterWindow` drops them.
  mutating func runWindowKeys(_ invocation: Invocation) throws(VimFailure) {
    var invocation = invocation
    invocation.command = placed(invocation.command)
    try runWindow(invocation)
  }

  private mutating func runWindow(_ invocation: Invocation) throws(VimFailure) {
    if VimWindows.leaves(invocation.command) {
      if macro.recording != nil {
        throw VimFailure(
          message: "A macro is recorded in this note. q ends it; then change windows.")
      }
      if isVisual { leaveVisual() }
      keys.hasLeftWindow = true
    }
    effects.append(.run(invocation))
  }

  /// Refuses to change this text after a key of the same macro, map or line that went to another one.
  func refuseAfterWindow(isWindowCommand: Bool = false) throws(VimFailure) {
    if !keys.hasLeftWindow || isWindowCommand { return }
    throw VimFailure(
      message: "What follows a window command is meant for the other window: it was left out.")
  }

  /// Returns a command with the new window where `splitright` and `splitbelow` want it.
  private func placed(_ id: CommandID) -> CommandID {
    guard let kind = VimWindows.opening.first(where: { id.name.hasPrefix("pane-\($0)-") }) else {
      return id
    }
    return opening(kind, isBeside: id.name.hasSuffix("-left"), isAfter: nil)
  }

  private func opening(_ kind: String, isBeside: Bool, isAfter: Bool?) -> CommandID {
    let isAfter = isAfter ?? (isBeside ? options.windows.openRight : options.windows.openBelow)
    let side = isBeside ? (isAfter ? "right" : "left") : (isAfter ? "below" : "above")
    return CommandID("pane-\(kind)-\(side)")
  }

  // MARK: - The command line

  mutating func work(_ action: VimWindowAction, _ call: VimExCall) throws(VimFailure) {
    let modifiers = ex.split
    switch action {
    case .split(let isVertical): try open("split", call, modifiers, isVertical)
    case .new(let isVertical): try open("new", call, modifiers, isVertical)
    case .keys: try pressWindowKeys(call)
    case .resize: try resize(call.argument, isVertical: modifiers.isVertical)
    case .run(let name): try runWindow(Invocation(CommandID("pane-" + name)))
    }
  }

  private mutating func open(
    _ kind: String, _ call: VimExCall, _ modifiers: VimSplitModifiers, _ isVertical: Bool
  ) throws(VimFailure) {
    let id = opening(
      kind, isBeside: isVertical || modifiers.isVertical, isAfter: modifiers.isAfter)
    // `#` is the note before this one, which also opens without a name.
    let name = call.argument == "#" ? "" : call.argument
    try runWindow(Invocation(id, argument: name))
  }

  /// Handles `:wincmd w` and `:3wincmd w`.
  private mutating func pressWindowKeys(_ call: VimExCall) throws(VimFailure) {
    if call.argument.isEmpty { throw VimFailure(message: "E471: Argument required") }
    let typed = VimKey.keys(of: call.argument)
    guard typed.count == (typed.first == "g" ? 2 : 1) else {
      throw VimFailure(message: "E474: Invalid argument")
    }
    guard let id = VimWindows.command(for: typed) else {
      throw VimUnsupported.failure(["C-w"] + typed)
    }
    try runWindowKeys(Invocation(id, count: call.addresses > 0 ? call.last : nil))
  }

  /// Handles `:resize 10`, `:resize +3`, and `:resize` for all the room there is.
  private mutating func resize(_ typed: String, isVertical: Bool) throws(VimFailure) {
    let sign = typed.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil }
    let digits = sign == nil ? typed : String(typed.dropFirst())
    let name: String =
      switch sign {
      case "+": isVertical ? "wider" : "higher"
      case "-": isVertical ? "narrower" : "lower"
      default: isVertical ? "set-width" : "set-height"
      }
    try runWindow(Invocation(CommandID("pane-" + name), count: Int(digits)))
  }
}
