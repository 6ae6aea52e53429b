/// What time it is, and how a calendar on the wall shows it.
package protocol WallClock: Sendable {
  var now: Timestamp { get }
  func civil(_ moment: Timestamp) -> CivilTime
}
