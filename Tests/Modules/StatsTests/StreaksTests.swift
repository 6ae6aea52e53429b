import Entities
import Testing

@testable import Stats

@Suite("Days without a gap")
struct StreaksTests {
  @Test(
    "The current streak ends today or yesterday, and the longest one at any time",
    arguments: [
      ([], 0, 0), ([0], 1, 1), ([-1], 1, 1), ([-2], 0, 1), ([0, -1, -2], 3, 3),
      ([-1, -2, -3, 0], 4, 4), ([0, -2, -3, -4], 1, 3), ([-10, -11, -12, -13], 0, 4),
      ([0, 0, 0, -1], 2, 2), ([5, 6, 7], 0, 0), ([0, 1, 2], 1, 1),
    ] as [([Int], Int, Int)])
  func streaks(days: [Int], current: Int, longest: Int) {
    for today in [Day(20_514), Day(0), Day(20_818)] {
      let streaks = Streaks(of: days.map { today.advanced(by: $0) }, today: today)
      #expect(streaks == Streaks(current: current, longest: longest))
    }
  }

  @Test("A streak continues across the turn of the year and the end of February")
  func turns() throws {
    let start = try #require(Day(year: 2023, month: 12, day: 30))
    let today = start.advanced(by: 70)
    let streaks = Streaks(of: (0...70).map { start.advanced(by: $0) }, today: today)
    #expect(streaks == Streaks(current: 71, longest: 71))
  }
}
