import TextEngine

/// The mark, its ring, and the region.
extension EmacsMachine {
  static let mostMarks = 16

  /// The region in order; where no mark was set there is none.
  func region() throws(EmacsFailure) -> Range<Int> {
    guard let mark else { throw failure("The mark is not set.") }
    return min(mark, point)..<max(mark, point)
  }

  /// The region where it is active and not empty.
  var usedRegion: Range<Int>? {
    guard isRegionActive, let mark, mark != point else { return nil }
    return min(mark, point)..<max(mark, point)
  }

  mutating func pushMark(_ offset: Int? = nil) {
    if let mark {
      markRing.insert(mark, at: 0)
      if markRing.count > Self.mostMarks { markRing.removeLast() }
    }
    mark = offset ?? point
  }

  mutating func deactivateRegion() {
    isRegionActive = false
    isShiftRegion = false
    rectangle.turnOff()
  }

  mutating func setMark() throws(EmacsFailure) {
    isShiftRegion = false
    if case .universal(let value) = argument, value > 4 { return pushMarkHere() }
    if argument != nil {
      thisCommand = "pop-to-mark-command"
      return try popMark()
    }
    if lastCommand == "set-mark-command" {
      isRegionActive.toggle()
      if !isRegionActive { deactivateRegion() }
      say(isRegionActive ? "Mark activated." : "Mark deactivated.")
      return
    }
    pushMarkHere()
  }

  private mutating func pushMarkHere() {
    if mark != point { pushMark() }
    isRegionActive = true
    say("Mark set.")
  }

  private mutating func popMark() throws(EmacsFailure) {
    guard let mark else { throw failure("The mark is not set.") }
    point = mark
    if let first = markRing.first {
      markRing.removeFirst()
      markRing.append(mark)
      self.mark = first
    }
    deactivateRegion()
  }

  mutating func exchangePointAndMark() throws(EmacsFailure) {
    if rectangle.isOn, isRegionActive, argument == nil { return exchangeRectangleCorners() }
    guard let mark else { throw failure("The mark is not set.") }
    self.mark = point
    point = mark
    isRegionActive = true
    if argument != nil { deactivateRegion() }
  }

  mutating func markWholeText() {
    pushMark()
    pushMark(end)
    isRegionActive = true
    point = 0
  }

  mutating func markWord() throws(EmacsFailure) {
    try markThing("mark-word") { machine, offset, count throws(EmacsFailure) in
      machine.word(from: offset, count)
    }
  }

  mutating func markExpression() throws(EmacsFailure) {
    try markThing("mark-sexp") { machine, offset, count throws(EmacsFailure) in
      try machine.expression(from: offset, count)
    }
  }

  /// Sets the mark behind things; again, or with the region active, it goes on from the mark.
  private mutating func markThing(
    _ name: String, _ target: (EmacsMachine, Int, Int) throws(EmacsFailure) -> Int
  ) throws(EmacsFailure) {
    if isRegionActive || lastCommand == name, let mark {
      let count = argument?.value ?? (mark < point ? -1 : 1)
      self.mark = try target(self, mark, count)
      isRegionActive = true
      return
    }
    pushMark(try target(self, point, count))
    isRegionActive = true
  }
}
