import TestSupport
import Testing

@testable import TextEngine

@Suite("Lines of millions of bytes")
struct LongLineTests {
  private static let byteCount = 3_000_000

  private static func line(of unit: String) -> Rope {
    let unit = Array(unit.utf8)
    return Rope([[UInt8]](repeating: unit, count: byteCount / unit.count).flatMap { $0 })
  }

  /// A text with its cache and a window, for typing as in an editor.
  private struct Typing {
    var text: Rope
    let cache: RowCache
    var viewport = Viewport(height: 50)
    var cursor = ByteOffset.zero

    init(_ text: Rope, wraps: Bool) {
      self.text = text
      cache = RowCache(layout: TextLayout(columns: 79, wraps: wraps))
    }

    var rows: TextRows { TextRows(text, cache: cache) }

    mutating func go(to offset: ByteOffset) {
      cursor = text.boundary(atOrBefore: min(offset, text.end))
      show()
    }

    mutating func replace(_ range: Range<ByteOffset>, with new: String) {
      let edit = Edit(in: text, replacing: range, with: Array(new.utf8))
      text.apply(edit)
      cache.apply(edit, after: text)
      viewport.apply(edit, in: rows)
      cursor = edit.map(cursor, bias: .right)
      show()
    }

    mutating func type(_ new: String) { replace(cursor..<cursor, with: new) }

    /// Queries the layout as a frame does.
    private mutating func show() {
      let rows = rows
      viewport.reveal(cursor, in: rows)
      let shown = viewport.rows(in: rows)
      guard let cell = viewport.cell(of: cursor, in: rows) else {
        Issue.record("the cursor is not to be seen")
        return
      }
      _ = rows.pieces(of: shown[cell.row], from: viewport.left, columns: 80)
    }

    /// How many bytes a step looks at.
    mutating func cost(_ step: (inout Typing) -> Void) -> Int {
      let before = cache.readCount
      step(&self)
      return cache.readCount - before
    }
  }

  @Test(
    "With wrapping a jump or a key looks only at nearby text",
    arguments: ["word and word ", "x", "日本語", "e\u{301}", "👩‍👩‍👧", "\t", " "])
  func wrapped(unit: String) {
    // Blanks hang over a row's edge: each row is a part, so a window has fifty parts.
    let isBlank = unit == " " || unit == "\t"
    // At the text's end, too, all rows of the window are shown.
    let (jump, key) = isBlank ? (800_000, 300_000) : (140_000, 30_000)
    var typing = Typing(Self.line(of: unit), wraps: true)
    let end = typing.text.end
    for offset in [end, ByteOffset(Self.byteCount / 2), .zero] {
      #expect(typing.cost { $0.go(to: offset) } < jump)
      for new in ["a", " ", "日", "word ", "\t", "\u{301}"] {
        #expect(typing.cost { $0.type(new) } < key)
      }
      #expect(typing.cost { $0.replace(($0.cursor - 1)..<$0.cursor, with: "") } < key)
    }
    #expect(typing.cost { $0.go(to: $0.text.end) } < jump)
  }

  @Test(
    "Without wrapping, text before an offset is measured once, and after edits only near them",
    arguments: ["word and word ", "日本語", "a\tb ", "e\u{301}"])
  func sideways(unit: String) {
    var typing = Typing(Self.line(of: unit), wraps: false)
    let isPart = typing.cost { $0.go(to: ByteOffset(5_000)) }
    #expect(isPart < 30_000)
    let all = typing.cost { $0.go(to: $0.text.end) }
    #expect(all >= Self.byteCount && all < Self.byteCount * 3 / 2)
    for _ in 0..<5 { #expect(typing.cost { $0.type("a") } < 20_000) }
    #expect(typing.cost { $0.go(to: .zero) } < 20_000)
    #expect(typing.cost { $0.type("é") } < 20_000)
    #expect(typing.cost { $0.go(to: $0.text.end) } < 20_000)
    #expect(typing.cost { $0.go(to: ByteOffset(Self.byteCount / 2)) } < 20_000)
  }

  @Test("Columns after edits equal those of a fresh count", arguments: ["word ", "a\tb", "日本"])
  func columns(unit: String) {
    var typing = Typing(Self.line(of: unit), wraps: false)
    typing.go(to: typing.text.end)
    for (offset, new) in [
      (0, "\t"), (1_000_000, "ab"), (2_000_001, "日"), (5, "\n"), (500_000, "\t"),
    ] {
      let start = typing.text.boundary(atOrBefore: ByteOffset(offset))
      typing.replace(start..<start, with: new)
    }
    let second = typing.text.start(of: LineNumber(1))
    typing.replace((second - 1)..<second, with: "")
    let fresh = TextRows(typing.text, cache: RowCache(layout: typing.cache.layout))
    for offset in [10, 700_000, 1_999_999, Self.byteCount].map(ByteOffset.init) {
      let column = typing.rows.column(of: offset)
      #expect(column == fresh.column(of: offset))
      #expect(
        typing.rows.offset(in: typing.rows.row(at: .zero), at: column)
          == typing.text.boundary(atOrBefore: offset))
    }
  }

  @Test("Rows after the edited part stay unchanged, even in text without blanks")
  func rowsStay() {
    var typing = Typing(Self.line(of: "x"), wraps: true)
    typing.go(to: ByteOffset(1_000_000))
    let far = typing.cursor + LayoutLimits.wrapped.longestPart + 100
    let before = typing.rows.rows(from: far, count: 40).map(\.start)
    for count in 1...30 {
      typing.type("y")
      #expect(
        typing.rows.rows(from: far + count, count: 40).map(\.start) == before.map { $0 + count })
    }
  }

  @Test("Parts of a long line begin at words, and each of them indents continued rows")
  func indents() {
    let text = Rope(
      Array("- ".utf8) + Self.line(of: "some words ").bytes(in: .zero..<ByteOffset(50_000)))
    let rows = TextRows(text, cache: RowCache(layout: TextLayout(columns: 40, wraps: true)))
    let all = rows.rows(from: .zero, count: 100_000)
    #expect(all.count > 1_000)
    #expect(all.dropFirst().allSatisfy { $0.indent == 2 && !$0.startsLine })
    #expect(all.dropLast().allSatisfy { !$0.endsLine && text[$0.bytes.upperBound - 1] == 0x20 })
  }

  @Test("A key in a line of a few words looks at that line alone, in a text of any size")
  func shortLines() {
    var typing = Typing(
      Self.line(of: "- some words of a line that wraps at its end, and go on\n"), wraps: true)
    for offset in [0, Self.byteCount / 2, Self.byteCount - 10] {
      typing.go(to: ByteOffset(offset))
      for new in ["a", " ", "é", "\t"] { #expect(typing.cost { $0.type(new) } < 1_000) }
      #expect(typing.cost { $0.type("\n") } < 2_000)
    }
  }
}
