import TextEngine
import Testing

@testable import Vim

@Suite("Motions over screen rows")
struct RowMotionTests {
  /// A text in rows of four cells.
  private func machine(_ marked: String, height: Int = 3, top: Int = 0) -> VimMachine {
    var machine = MarkedText(marked).machine
    let rope = machine.text.rope
    machine.text.key.rows = .lines(of: rope, height: height)
    machine.text.key.rows.top = ByteOffset(top)
    machine.text.key.rows.row = { offset in
      let line = rope.content(of: rope.line(at: offset))
      let index = max(0, min(offset - line.lowerBound, line.byteCount - 1)) / 4
      let start = line.lowerBound + index * 4
      return start..<min(start + 4, line.upperBound)
    }
    return machine
  }

  @Test(
    "Down and up go to the next row of the same line",
    arguments: [
      ("a|bcdefghij\nkl", VimMotion.rowDown, 1, VimPosition(line: 0, column: 5)),
      ("a|bcdefghij\nkl", .rowDown, 3, VimPosition(line: 1, column: 1)),
      ("abcdefghij\nk|l", .rowUp, 1, VimPosition(line: 0, column: 9)),
      ("abcdefg|hij\nkl", .rowDown, 1, VimPosition(line: 0, column: 9)),
    ])
  func goesByRows(_ marked: String, _ motion: VimMotion, _ count: Int, _ end: VimPosition) throws {
    var machine = machine(marked)
    #expect(try machine.move(motion, count: count, argument: "").end == end)
  }

  @Test("A row has its own start, first text column and end")
  func knowsRows() throws {
    var machine = machine("abcd  g|hij")
    #expect(try machine.move(.rowStart, count: nil, argument: "").end.column == 4)
    #expect(try machine.move(.rowFirst, count: nil, argument: "").end.column == 6)
    #expect(try machine.move(.rowEnd, count: nil, argument: "").end.column == 7)
  }

  @Test("A motion that fails halfway goes as far as there are rows")
  func failsHalfWay() {
    var machine = machine("a|bcdef")
    #expect(throws: VimFailure.self) {
      try machine.move(.rowDown, count: 5, argument: "")
    }
    #expect(machine.cursor.column == 5)
  }

  @Test("The first, middle and last line are those on the screen")
  func goesOverScreen() throws {
    var machine = machine("a\nb\nc|\nd\ne", top: 2)
    #expect(try machine.move(.screenTop, count: nil, argument: "").end.line == 1)
    #expect(try machine.move(.screenMiddle, count: nil, argument: "").end.line == 2)
    #expect(try machine.move(.screenBottom, count: nil, argument: "").end.line == 3)
    #expect(try machine.move(.screenBottom, count: 2, argument: "").end.line == 2)
  }
}
