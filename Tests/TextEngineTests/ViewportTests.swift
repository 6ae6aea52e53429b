import TextEngine
import Testing

@Suite("Viewport")
struct ViewportTests {
  private static let text = (0..<50).map { "line \($0) has words" }.joined(separator: "\n")
  private let buffer = TextBuffer(Array(text.utf8))
  /// Each line takes two rows: `line 7 has` and `words`.
  private let layout = TextLayout(columns: 11, wraps: true)

  @Test("Moves go row by row, also inside a wrapped line, and keep their goal column")
  func rows() {
    let viewport = Viewport(height: 5)
    var cursor = TextPosition(line: 0, byte: 9)
    cursor = viewport.moveDown(from: cursor, goalColumn: 9, in: buffer, layout: layout)
    #expect(cursor == TextPosition(line: 0, byte: 16))
    cursor = viewport.moveDown(from: cursor, goalColumn: 9, in: buffer, layout: layout)
    #expect(cursor == TextPosition(line: 1, byte: 9))
    cursor = viewport.moveUp(from: cursor, by: 2, goalColumn: 9, in: buffer, layout: layout)
    #expect(cursor == TextPosition(line: 0, byte: 9))
    cursor = viewport.moveUp(from: cursor, goalColumn: 3, in: buffer, layout: layout)
    #expect(cursor == TextPosition(line: 0, byte: 9))
    #expect(
      viewport.moveDown(from: buffer.end, goalColumn: 0, in: buffer, layout: layout)
        == buffer.end)
  }

  @Test("Revealing scrolls no more than needed, and far jumps end in the middle")
  func reveal() {
    var viewport = Viewport(height: 4)
    viewport.reveal(TextPosition(line: 1, byte: 15), in: buffer, layout: layout)
    #expect(viewport.top == RowPlace(line: 0, row: 0))
    viewport.reveal(TextPosition(line: 2, byte: 0), in: buffer, layout: layout)
    #expect(viewport.top == RowPlace(line: 0, row: 1))
    viewport.reveal(buffer.start, in: buffer, layout: layout)
    #expect(viewport.top == RowPlace(line: 0, row: 0))
    viewport.reveal(TextPosition(line: 30, byte: 0), in: buffer, layout: layout)
    #expect(viewport.top == RowPlace(line: 29, row: 0))
    #expect(
      viewport.place(of: TextPosition(line: 30, byte: 3), in: buffer, layout: layout).map {
        [$0.row, $0.column]
      } == [2, 3])
    #expect(viewport.place(of: buffer.start, in: buffer, layout: layout) == nil)
  }

  @Test("A page keeps one row in sight and the cursor on the screen")
  func pages() {
    var viewport = Viewport(height: 5)
    var cursor = buffer.start
    cursor = viewport.pageDown(from: cursor, goalColumn: 2, in: buffer, layout: layout)
    #expect(cursor == TextPosition(line: 2, byte: 2))
    #expect(viewport.top == RowPlace(line: 2, row: 0))
    cursor = viewport.pageUp(from: cursor, goalColumn: 2, in: buffer, layout: layout)
    #expect(cursor == TextPosition(line: 0, byte: 2))
    for _ in 0..<60 {
      cursor = viewport.pageDown(from: cursor, goalColumn: 0, in: buffer, layout: layout)
      #expect(viewport.place(of: cursor, in: buffer, layout: layout) != nil)
    }
    #expect(cursor.line == 49)
  }

  @Test("The rows on the screen run from the top to the height or the text's end")
  func visible() {
    var viewport = Viewport(height: 3)
    viewport.scroll(by: 1, in: buffer, layout: layout)
    #expect(
      viewport.rows(in: buffer, layout: layout).map(\.place) == [
        RowPlace(line: 0, row: 1), RowPlace(line: 1, row: 0), RowPlace(line: 1, row: 1),
      ])
    viewport.scroll(by: 1_000, in: buffer, layout: layout)
    #expect(
      viewport.rows(in: buffer, layout: layout).map(\.place) == [RowPlace(line: 49, row: 1)])
    viewport.scroll(by: -1_000, in: buffer, layout: layout)
    #expect(viewport.top == RowPlace(line: 0, row: 0))
  }

  @Test("A click finds the position under it, below the text in the last row")
  func clicks() {
    var viewport = Viewport(height: 4)
    viewport.scroll(by: 2, in: buffer, layout: layout)
    #expect(
      viewport.position(atRow: 1, column: 2, in: buffer, layout: layout)
        == TextPosition(line: 1, byte: 13))
    let short = TextBuffer(Array("a\nbc".utf8))
    #expect(
      Viewport(height: 9).position(atRow: 7, column: 1, in: short, layout: layout)
        == TextPosition(line: 1, byte: 1))
  }

  @Test("A long line scrolls sideways where lines do not wrap")
  func sideways() {
    let layout = TextLayout(columns: 10, wraps: false)
    let line = TextBuffer(Array(String(repeating: "x", count: 100).utf8))
    var viewport = Viewport(height: 2)
    viewport.reveal(TextPosition(line: 0, byte: 50), in: line, layout: layout)
    #expect(viewport.left == 40)
    #expect(
      viewport.place(of: TextPosition(line: 0, byte: 50), in: line, layout: layout).map(\.column)
        == 10)
    viewport.reveal(TextPosition(line: 0, byte: 30), in: line, layout: layout)
    #expect(viewport.left == 28)
    #expect(
      viewport.position(atRow: 0, column: 4, in: line, layout: layout)
        == TextPosition(line: 0, byte: 32))
    viewport.reveal(line.start, in: line, layout: layout)
    #expect(viewport.left == 0)
  }

  @Test("A window that grew at the end of the text is filled from above")
  func fills() {
    var viewport = Viewport(height: 2)
    viewport.scroll(by: 98, in: buffer, layout: layout)
    viewport.height = 5
    viewport.fill(from: buffer, layout: layout)
    #expect(viewport.top == RowPlace(line: 47, row: 1))
    #expect(viewport.rows(in: buffer, layout: layout).count == 5)
    viewport.scroll(by: -90, in: buffer, layout: layout)
    let top = viewport.top
    viewport.fill(from: buffer, layout: layout)
    #expect(viewport.top == top)
  }

  @Test("When an edit takes the top away, what is left fills the window")
  func lostTop() {
    var viewport = Viewport(height: 4)
    viewport.scroll(by: 90, in: buffer, layout: layout)
    let short = TextBuffer(Array("a\nb".utf8))
    viewport.reveal(short.end, in: short, layout: layout)
    #expect(viewport.top == RowPlace(line: 0, row: 0))
    viewport.height = 0
    #expect(viewport.height == 1)
  }
}
