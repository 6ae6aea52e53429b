import TestSupport
import Testing

@testable import TextEngine

@Suite("Viewport")
struct ViewportTests {
  private static let text = (0..<50).map { "line \($0) has words" }.joined(separator: "\n")
  /// Each line takes two rows: `line 7 has` and `words`.
  private let rows = TextLayoutTests.rows(text, TextLayout(columns: 11, wraps: true))

  private func offset(_ line: Int, _ byte: Int) -> ByteOffset {
    rows.text.start(of: LineNumber(line)) + byte
  }

  private func moved(_ start: ByteOffset, by count: Int, goal: Int) -> ByteOffset {
    rows.offset(start, movedByRows: count, goal: Column(goal))
  }

  @Test("Moves go row by row, even inside a wrapped line, and keep their goal column")
  func moves() {
    var cursor = offset(0, 9)
    cursor = moved(cursor, by: 1, goal: 9)
    #expect(cursor == offset(0, 16))
    cursor = moved(cursor, by: 1, goal: 9)
    #expect(cursor == offset(1, 9))
    cursor = moved(cursor, by: -2, goal: 9)
    #expect(cursor == offset(0, 9))
    #expect(moved(cursor, by: -1, goal: 3) == offset(0, 9))
    #expect(moved(rows.text.end, by: 1, goal: 0) == rows.text.end)
  }

  @Test("Revealing scrolls no more than needed, and far jumps end in the middle")
  func reveal() {
    var viewport = Viewport(height: 4)
    viewport.reveal(offset(1, 15), in: rows)
    #expect(viewport.top == .zero)
    viewport.reveal(offset(2, 0), in: rows)
    #expect(viewport.top == offset(0, 11))
    viewport.reveal(.zero, in: rows)
    #expect(viewport.top == .zero)
    viewport.reveal(offset(30, 0), in: rows)
    #expect(viewport.top == offset(29, 0))
    let cell = viewport.cell(of: offset(30, 3), in: rows)
    #expect(cell?.row == 2 && cell?.column == 3)
    #expect(viewport.cell(of: .zero, in: rows) == nil)
    #expect(viewport.cell(of: offset(31, 0), in: rows) == nil)
  }

  @Test("The visible rows run from the top to the height or the text's end")
  func visible() {
    var viewport = Viewport(height: 3)
    viewport.scroll(by: 1, in: rows)
    let seen = viewport.rows(in: rows)
    #expect(seen.map(\.start) == [offset(0, 11), offset(1, 0), offset(1, 11)])
    #expect(seen.map(\.line.value) == [0, 1, 1])
    #expect(seen.map(\.startsLine) == [false, true, false])
    #expect(seen.map(\.endsLine) == [true, false, true])
    viewport.scroll(by: 1_000, in: rows)
    #expect(viewport.rows(in: rows).map(\.start) == [offset(49, 12)])
    viewport.scroll(by: -1_000, in: rows)
    #expect(viewport.top == .zero)
    viewport.scroll(toTop: offset(3, 2), in: rows)
    #expect(viewport.top == offset(3, 0))
  }

  @Test("A click finds the offset under it, and below the text the one in the last row")
  func clicks() {
    var viewport = Viewport(height: 4)
    viewport.scroll(by: 2, in: rows)
    #expect(viewport.offset(atRow: 1, column: 2, in: rows) == offset(1, 13))
    let short = TextLayoutTests.rows("a\nbc", rows.layout)
    #expect(Viewport(height: 9).offset(atRow: 7, column: 1, in: short) == ByteOffset(3))
  }

  @Test("A long line scrolls sideways if lines do not wrap")
  func sideways() {
    let line = TextLayoutTests.rows(
      String(repeating: "x", count: 100), TextLayout(columns: 10, wraps: false))
    var viewport = Viewport(height: 2)
    viewport.reveal(ByteOffset(50), in: line)
    #expect(viewport.left == 40)
    #expect(viewport.cell(of: ByteOffset(50), in: line)?.column == 10)
    viewport.reveal(ByteOffset(30), in: line)
    #expect(viewport.left == 28)
    #expect(viewport.offset(atRow: 0, column: 4, in: line) == ByteOffset(32))
    #expect(viewport.cell(of: ByteOffset(20), in: line) == nil)
    viewport.reveal(.zero, in: line)
    #expect(viewport.left == 0)
  }

  @Test("A window enlarged at the end of the text is filled from above")
  func fills() {
    var viewport = Viewport(height: 2)
    viewport.scroll(by: 98, in: rows)
    viewport.height = 5
    viewport.fill(in: rows)
    #expect(viewport.top == offset(47, 12))
    #expect(viewport.rows(in: rows).count == 5)
    viewport.scroll(by: -90, in: rows)
    let top = viewport.top
    viewport.fill(in: rows)
    #expect(viewport.top == top)
  }

  @Test("When an edit removes the top row, the remaining text fills the window")
  func lostTop() {
    var viewport = Viewport(height: 4)
    viewport.scroll(by: 90, in: rows)
    let short = TextLayoutTests.rows("a\nb", rows.layout)
    viewport.reveal(short.text.end, in: short)
    #expect(viewport.top == .zero)
    viewport.height = 0
    #expect(viewport.height == 1)
  }

  @Test("Changes above the window do not move the visible text")
  func stableTop() {
    var text = rows.text
    let cache = RowCache(layout: rows.layout)
    var viewport = Viewport(height: 4)
    viewport.scroll(by: 21, in: TextRows(text, cache: cache))
    func apply(_ range: Range<Int>, _ new: String, bias: Bias = .left) -> String {
      let edit = Edit(in: text, replacing: range.offsets, with: Array(new.utf8))
      text.apply(edit)
      cache.apply(edit, after: text)
      let rows = TextRows(text, cache: cache)
      viewport.apply(edit, bias: bias, in: rows)
      let row = rows.row(at: viewport.top)
      #expect(row.start == viewport.top)
      return String(decoding: text.bytes(in: row.bytes), as: UTF8.self)
    }
    #expect(apply(0..<0, "one\ntwo\n") == "words")
    #expect(apply(0..<30, "") == "words")
    viewport.scroll(toTop: text.start(of: LineNumber(8)), in: TextRows(text, cache: cache))
    let top = viewport.top.value
    #expect(apply(top..<top, "new\n") == "new")
    #expect(apply(top..<top, "newer\n", bias: .right) == "new")
    let last = viewport.top.value
    #expect(apply(last..<text.byteCount, "end") == "end")
    // The top row itself is removed: the remaining text fills the window.
    _ = apply(last - 8..<text.byteCount, "")
    #expect(viewport.rows(in: TextRows(text, cache: cache)).count == 4)
  }
}
