/// The mark, its ring, and the region.
extension EmacsMachine {
  static let mostMarks = 16

  /// Returns the region in order; throws if there is no mark.
  func markedRange() throws(EmacsFailure) -> Range<Int> {
    guard let mark = region.mark else { throw failure("The mark is not set.") }
    return min(mark, point)..<max(mark, point)
  }

  /// The region, if it is active and not empty.
  var usedRegion: Range<Int>? {
    guard region.isActive, let mark = region.mark, mark != point else { return nil }
    return min(mark, point)..<max(mark, point)
  }

  mutating func pushMark(_ offset: Int? = nil) {
    if let mark = region.mark {
      region.ring.insert(mark, at: 0)
      if region.ring.count > Self.mostMarks { region.ring.removeLast() }
    }
    region.mark = offset ?? point
  }

  mutating func deactivateRegion() {
    region.isActive = false
    region.isByShift = false
    rectangle.turnOff()
  }

  mutating func setMark() throws(EmacsFailure) {
    region.isByShift = false
    if case .universal(let value) = argument, value > 4 { return pushMarkHere() }
    if argument != nil {
      command.name = "pop-to-mark-command"
      return try popMark()
    }
    if command.last == "set-mark-command" {
      region.isActive.toggle()
      if !region.isActive { deactivateRegion() }
      say(region.isActive ? "Mark activated." : "Mark deactivated.")
      return
    }
    pushMarkHere()
  }

  private mutating func pushMarkHere() {
    if region.mark != point { pushMark() }
    region.isActive = true
    say("Mark set.")
  }

  private mutating func popMark() throws(EmacsFailure) {
    guard let mark = region.mark else { throw failure("The mark is not set.") }
    point = mark
    if let first = region.ring.first {
      region.ring.removeFirst()
      region.ring.append(mark)
      region.mark = first
    }
    deactivateRegion()
  }

  mutating func exchangePointAndMark() throws(EmacsFailure) {
    if rectangle.isOn, region.isActive, argument == nil { return exchangeRectangleCorners() }
    guard let mark = region.mark else { throw failure("The mark is not set.") }
    region.mark = point
    point = mark
    region.isActive = true
    if argument != nil { deactivateRegion() }
  }

  mutating func markWholeText() {
    pushMark()
    pushMark(end)
    region.isActive = true
    point = 0
  }
}
