/// A line whose range is backwards, until the person has said whether it may be swapped.
struct VimSwapping {
  var line: String
  /// Where the cursor was before the addresses were read.
  var cursor: VimPlace
}

extension VimMachine {
  static let backwards = "E493: Backwards range given"
  static let asksToSwap = "Backwards range given, OK to swap (y/n)?"

  /// Puts a range in order where that may be, and asks otherwise: true. Under `:g` it fails.
  mutating func asksToSwap(_ call: inout VimExCall, of line: String) throws(VimFailure) -> Bool {
    if call.first <= call.last { return false }
    if ex.pending != nil { throw VimFailure(message: Self.backwards) }
    if ex.swapsRange {
      swap(&call.first, &call.last)
      return false
    }
    ex.swapping = VimSwapping(line: line, cursor: ex.cursorBefore)
    mode = .confirm
    return true
  }

  /// `y` does the line with its range swapped; without it nothing of the line is done.
  mutating func answerSwap(_ key: String, _ swapping: VimSwapping) throws(VimFailure) {
    switch key {
    case "y":
      endSwap()
      cursor = swapping.cursor
      try runEx(swapping.line, swapsRange: true)
    case "n", "Esc", "C-c", "C-[":
      endSwap()
      cursor = swapping.cursor
    default: break
    }
  }

  private mutating func endSwap() {
    ex.swapping = nil
    mode = .normal
  }
}
