import TextEngine

/// Select mode, and commands of a few lines.
extension VimMachine {
  mutating func runSmall(_ command: VimCommand, _ invocation: Invocation) throws(VimFailure) {
    switch command {
    case .selectMode: beginSelecting(.characters)
    case .selectModeLines: beginSelecting(.lines)
    case .selectModeBlock: beginSelecting(.block)
    case .switchSelecting: visual.isSelecting.toggle()
    case .listAgain: try listAgain()
    case .countWords: effects.append(.say(counts))
    case .topBelow: scrollPast(invocation.count, isBelow: true)
    case .bottomAbove: scrollPast(invocation.count, isBelow: false)
    default: throw .quiet
    }
  }

  // MARK: - Select mode

  private mutating func beginSelecting(_ shape: VimShape) {
    beginVisual(shape, count: nil)
    visual.isSelecting = true
  }

  /// Handles a key of select mode that means something else there; false for other keys.
  mutating func selectModeKey(_ key: String) throws(VimFailure) -> Bool {
    guard visual.isSelecting, !keys.interpreter.isWaiting else { return false }
    switch key {
    case "Backspace", "C-h", "Del": try command("x", inSelectMode: true)
    case "C-o":
      visual.isSelecting = false
      visual.oneCommand = true
    case "Enter", "C-j", "C-m":
      queue([key])
      try command("c", inSelectMode: true)
    default:
      guard VimKey.text(key) != nil else { return false }
      queue([key])
      try command("c", inSelectMode: true)
    }
    return true
  }

  private mutating func command(_ key: String, inSelectMode: Bool) throws(VimFailure) {
    visual.isSelecting = false
    if visualShape == .lines, key == "c" {
      // Typing replaces whole lines with the end of the last one, and goes on before the next line.
      let (low, high) = (min(visual.start, cursor), max(visual.start, cursor))
      visual.start = VimPosition(line: low.line, column: 0)
      cursor = VimPosition(line: high.line, column: text.length(high.line))
      mode = .visual(.characters)
    }
    try command(key)
  }

  /// Returns to select mode after one command of visual mode.
  mutating func endVisualCommand() {
    guard visual.oneCommand else { return }
    visual.oneCommand = false
    visual.isSelecting = isVisual
  }

  // MARK: - Scrolling

  /// Handles `z+` and `z^`: goes to a line, or to the first one past the screen, and scrolls it to
  /// the top or to the bottom.
  private mutating func scrollPast(_ count: Int?, isBelow: Bool) {
    let seen = linesSeen
    let line = count.map { $0 - 1 } ?? (isBelow ? seen.upperBound + 1 : seen.lowerBound - 1)
    placeCursor(onLine: min(max(0, line), text.lastLine))
    effects.append(.align(isBelow ? 0 : 2))
  }
}
