import TestSupport
import Testing

@testable import TextEngine

@Suite("Folded lines")
struct FoldsTests {
  private static let text = (0..<20).map { "line \($0)" }.joined(separator: "\n")

  private static func lines(_ first: Int, _ last: Int) -> Range<LineNumber> {
    LineNumber(first)..<LineNumber(last + 1)
  }

  private static func shown(_ text: Rope, _ folds: Folds) -> [String] {
    let rows = TextRows(
      text, folds: folds, cache: RowCache(layout: TextLayout(columns: 40, wraps: true)))
    return rows.rows(from: .zero, count: 100).map { row in
      let string = String(decoding: text.bytes(in: row.bytes), as: UTF8.self)
      return row.hiddenLines == 0 ? string : "\(string)…\(row.hiddenLines)"
    }
  }

  @Test("Rows, moves and offsets skip folded text", arguments: ["\n", "\r\n"])
  func leavesOut(ending: String) throws {
    let text = Rope(
      Array((0..<9).map { "line \($0)" }.joined(separator: ending).utf8), limits: RopeTests.small)
    var folds = Folds()
    folds.hide(Self.lines(2, 4), in: text)
    folds.hide(Self.lines(7, 8), in: text)
    let rows = TextRows(
      text, folds: folds, cache: RowCache(layout: TextLayout(columns: 40, wraps: true)))
    let all = rows.rows(from: .zero, count: 100)
    #expect(all.map(\.line.value) == [0, 1, 5, 6])
    #expect(all.map(\.hiddenLines) == [0, 3, 0, 2])
    let second = text.start(of: LineNumber(1))
    #expect(rows.row(after: all[1]) == all[2])
    #expect(rows.row(before: all[2]) == all[1])
    #expect(rows.row(after: all[3]) == nil)
    #expect(rows.offset(second + 3, movedByRows: 1, goal: Column(3)) == all[2].start + 3)
    #expect(rows.offset(all[2].start, movedByRows: -1, goal: Column(0)) == second)
    // A hidden offset is at the end of the row before it, and so is its ending.
    for offset in [text.start(of: LineNumber(3)), all[2].start - 1] {
      let cell = rows.cell(of: offset)
      #expect(cell.row == all[1] && cell.column == Column(6))
    }
    let viewport = Viewport(height: 10)
    #expect(viewport.cell(of: all[3].start, in: rows)?.row == 3)
    #expect(viewport.offset(atRow: 2, column: 1, in: rows) == all[2].start + 1)
  }

  @Test("Opening a fold reveals the folds inside it")
  func nests() {
    let text = Rope(Array(Self.text.utf8))
    var folds = Folds()
    folds.hide(Self.lines(3, 4), in: text)
    folds.hide(Self.lines(2, 9), in: text)
    folds.hide(Self.lines(7, 8), in: text)
    folds.hide(Self.lines(3, 4), in: text)
    #expect(folds.count == 1)
    #expect(Self.shown(text, folds).prefix(3) == ["line 0", "line 1…8", "line 10"])
    let isOpened = folds.show(at: text.start(of: LineNumber(5)), in: text)
    #expect(isOpened)
    #expect(
      Self.shown(text, folds).prefix(8) == [
        "line 0", "line 1", "line 2…2", "line 5", "line 6…2", "line 9", "line 10", "line 11",
      ])
    let again = folds.show(at: text.start(of: LineNumber(5)), in: text)
    #expect(!again)
    folds.hide(Self.lines(1, 19), in: text)
    folds.reveal(text.start(of: LineNumber(8)), in: text)
    #expect(Self.shown(text, folds).count == 18)
    folds.showAll()
    #expect(folds.isEmpty)
  }

  @Test("Overlapping folds become one, which opens as one")
  func overlaps() {
    let text = Rope(Array(Self.text.utf8))
    var folds = Folds()
    folds.hide(Self.lines(2, 5), in: text)
    folds.hide(Self.lines(4, 8), in: text)
    // Its line is hidden already.
    folds.hide(Self.lines(9, 10), in: text)
    folds.hide(Self.lines(0, 0), in: text)
    folds.hide(Self.lines(30, 40), in: text)
    #expect(Self.shown(text, folds).prefix(3) == ["line 0", "line 1…9", "line 11"])
    folds.show(at: text.start(of: LineNumber(1)), in: text)
    #expect(!Self.shown(text, folds).contains { $0.hasPrefix("line 1…") })
  }

  @Test(
    "Edits move folds, and open those that they reach into",
    arguments: [
      // Above, below, inside, at the end of the line that is shown.
      ("abc\n", 0..<0, ["abc", "a…2", "d"]), ("x", 6..<6, ["a…2", "xd"]),
      ("x\ny", 3..<3, ["a…3", "d"]), ("x", 1..<1, ["ax…2", "d"]), ("", 0..<1, ["…2", "d"]),
      ("", 2..<3, ["a…2", "d"]), ("x\n", 0..<1, ["x", "…2", "d"]),
      // The line's end, the last hidden line's end, all of it.
      ("", 1..<2, ["ab", "c", "d"]), ("", 5..<6, ["a", "b", "cd"]), ("x", 2..<7, ["a", "x"]),
      ("", 0..<6, ["d"]), ("x\n", 1..<1, ["ax", "…2", "d"]), ("", 1..<5, ["a", "d"]),
      ("z", 4..<5, ["a…2", "d"]), ("", 2..<5, ["a…1", "d"]),
    ])
  func edits(_ new: String, _ range: Range<Int>, _ expected: [String]) {
    var text = Rope(Array("a\nb\nc\nd".utf8), limits: RopeTests.small)
    var folds = Folds()
    folds.hide(Self.lines(1, 2), in: text)
    #expect(Self.shown(text, folds) == ["a…2", "d"])
    let edit = Edit(in: text, replacing: range.offsets, with: Array(new.utf8))
    text.apply(edit)
    folds.apply(edit, after: text)
    #expect(Self.shown(text, folds) == expected)
  }

  @Test("Text appended by background loading leaves folds where they are")
  func grows() {
    var text = Rope(Array("a\nb\nc\nd".utf8))
    var folds = Folds()
    folds.hide(Self.lines(1, 2), in: text)
    text.append(Rope(Array("e\nf".utf8)))
    folds.textGrew(to: text)
    #expect(Self.shown(text, folds) == ["a…2", "de", "f"])
    // The last line is hidden, and is extended.
    folds.hide(Self.lines(4, 4), in: text)
    text.append(Rope(Array("g".utf8)))
    folds.textGrew(to: text)
    #expect(Self.shown(text, folds) == ["a…2", "de", "fg"])
  }

  @Test("After random edits each fold goes from a line's end to a line's end", arguments: 1...4)
  func random(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var text = RandomEdits.text(&random)
    var folds = Folds()
    var wasFolded = 0
    for step in 0..<500 {
      if text.byteCount > 400 || text.byteCount < 20 { text = RandomEdits.text(&random) }
      let first = Int.random(in: 0..<text.lineCount, using: &random)
      folds.hide(Self.lines(first, first + Int.random(in: 0...3, using: &random)), in: text)
      let edit = RandomEdits.edit(in: text, &random)
      text.apply(edit)
      folds.apply(edit, after: text)
      wasFolded += folds.count
      if let problem = Self.problem(with: folds, in: text) {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
    #expect(wasFolded > 250)
  }

  private static func problem(with folds: Folds, in text: Rope) -> String? {
    var end = -1
    for range in folds.ranges {
      if range.lowerBound.value <= end { return "folds touch" }
      end = range.upperBound.value
      for offset in [range.lowerBound, range.upperBound]
      where text.content(at: offset).upperBound != offset {
        return "no line ends at \(offset.value)"
      }
      if text.line(at: range.lowerBound) >= text.line(at: range.upperBound) {
        return "nothing is hidden"
      }
    }
    let cache = RowCache(layout: TextLayout(columns: 9, wraps: true))
    let rows = TextRows(text, folds: folds, cache: cache).rows(from: .zero, count: 1_000)
    let hidden = rows.reduce(0) { $0 + $1.hiddenLines }
    return Set(rows.map(\.line)).count + hidden == text.lineCount ? nil : "lines are missing"
  }
}
