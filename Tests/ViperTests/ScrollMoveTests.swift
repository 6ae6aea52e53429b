import Testing
import Viper

@Suite("Scrolling through lines")
struct ScrollMoveTests {
  static let moves: [(move: ScrollMove, from: Int, of: Int, visible: Int, first: Int)] = [
    (.lines(1), 0, 10, 4, 1), (.lines(9), 0, 10, 4, 6), (.lines(-3), 2, 10, 4, 0),
    (.pages(1), 0, 10, 4, 3), (.pages(-1), 6, 10, 4, 3), (.pages(1), 0, 10, 1, 1),
    (.toEnd, 0, 10, 4, 6), (.toStart, 6, 10, 4, 0),
    // A larger view, or one that shows all lines.
    (.lines(-1), 6, 10, 8, 1), (.lines(0), 6, 10, 8, 2), (.lines(1), 0, 3, 4, 0),
    (.toEnd, 0, 3, 4, 0), (.pages(1), 0, 10, 0, 1),
  ]

  @Test("Every scroll move ends within the lines", arguments: moves)
  func scrolls(_ move: ScrollMove, _ from: Int, _ count: Int, _ visible: Int, _ first: Int) {
    #expect(move.first(from: from, of: count, visible: visible) == first)
  }

  @Test(
    "A selection moves by rows, by pages that overlap by one row, and to the ends",
    arguments: [
      (.lines(2), 3, 5), (.lines(-5), 3, -2), (.pages(1), 3, 6), (.pages(-1), 3, 0),
      (.toStart, 3, 0), (.toEnd, 3, 9),
    ] as [(ScrollMove, Int, Int)])
  func selects(_ move: ScrollMove, _ from: Int, _ row: Int) {
    #expect(move.row(from: from, of: 10, visible: 4) == row)
  }
}
