import Cells
import TestSupport
import Testing

@testable import TextEngine

@Suite("Unicode's tables in the engine", .enabled(if: UnicodeFile.isThere, "\(UnicodeFile.why)"))
struct UnicodeTableTests {
  /// After the file's Unicode 15.0, U+2701 (scissors, no emoji) ceased to be a pictograph that a
  /// joiner could join.
  private static let changedSince = ["2701 200D 2701"]

  // MARK: - Where characters end

  @Test("Steps end at Unicode's character boundaries, both ways, wherever the text is split")
  func graphemeBreaks() throws {
    var compared = 0
    for (fields, _) in UnicodeFile.lines(of: UnicodeFile.breakTest) {
      let signs = fields[0].split { $0 == " " || $0 == "\t" }
      let scalars = signs.filter { $0 != "÷" && $0 != "×" }
      if Self.changedSince.contains(scalars.joined(separator: " ")) { continue }
      var text = ""
      var expected: Set<Int> = []
      for sign in signs {
        if sign == "÷" { expected.insert(text.utf8.count) }
        if let value = UInt32(sign, radix: 16), let scalar = Unicode.Scalar(value) {
          text.unicodeScalars.append(scalar)
        }
      }
      // Escaped characters are separate: lone joiners, controls, the Arabic number sign.
      let spelled = Self.endsOfEscapes(text)
      let bytes = Array(text.utf8)
      let steps = Self.stepsOn(Rope(bytes), from: 0)
      let extra = Set(steps).subtracting(expected)
      compared += 1
      #expect(expected.isSubset(of: steps), "\(scalars) gave \(steps)")
      #expect(extra.isSubset(of: spelled), "\(scalars) gave \(steps)")
      // A chunk edge at every offset: after lines of all lengths, and in chunks of one byte.
      for (rope, start) in Self.cutAnywhere(bytes) {
        let on = Self.stepsOn(rope, from: start)
        let back = Self.stepsBack(rope, to: start)
        if on != steps || back != steps.reversed() {
          Issue.record("\(scalars) behind \(start) bytes gave \(on) on and \(back) back")
        }
      }
      if let problem = Self.layoutProblem(of: bytes, steps) {
        Issue.record("\(scalars): \(problem)")
      }
    }
    #expect(compared > 500)
  }

  @Test("Every emoji is one step, and has the same cells everywhere")
  func emoji() {
    var compared = 0
    var wrong: [String] = []
    for (fields, comment) in UnicodeFile.lines(of: UnicodeFile.emoji) {
      // An emoji that terminals do not know yet is drawn differently, but has the same steps.
      let text = UnicodeFile.text(fields[0])
      let bytes = Array(text.utf8)
      let whole = [0, bytes.count]
      compared += 1
      let steps = Self.stepsOn(Rope(bytes, limits: RopeLimits(leaf: 1, fanout: 4)), from: 0)
      if steps != whole { wrong.append("\(comment): \(steps)") }
      if let problem = Self.layoutProblem(of: bytes, whole) {
        wrong.append("\(comment): \(problem)")
      }
    }
    #expect(wrong.prefix(20) == [])
    #expect(compared > 4_500)
  }

  /// The bytes after a line of each length, in leaves of sixteen bytes, and in leaves of one.
  private static func cutAnywhere(_ bytes: [UInt8]) -> [(rope: Rope, start: Int)] {
    let blocks = (1...16).map { count in
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: count - 1) + [.lineFeed]
      return (Rope(line + bytes, limits: RopeTests.small), count)
    }
    return blocks + [(Rope(bytes, limits: RopeLimits(leaf: 1, fanout: 4)), 0)]
  }

  private static func stepsOn(_ rope: Rope, from start: Int) -> [Int] {
    var offsets = [ByteOffset(start)]
    while let last = offsets.last, last < rope.end { offsets.append(rope.boundary(after: last)) }
    return offsets.map { $0.value - start }
  }

  private static func stepsBack(_ rope: Rope, to start: Int) -> [Int] {
    var offsets = [rope.end]
    while let last = offsets.last, last.value > start {
      offsets.append(rope.boundary(before: last))
    }
    return offsets.map { $0.value - start }
  }

  private static func endsOfEscapes(_ text: String) -> Set<Int> {
    var ends: Set<Int> = []
    var end = 0
    for glyph in Cells.glyphs(in: text) {
      let start = end
      end += glyph.byteCount
      if glyph.kind != .text { ends.formUnion([start, end]) }
    }
    return ends
  }

  /// Whether cells, clicks and rows have the same offsets as the steps.
  private static func layoutProblem(of bytes: [UInt8], _ steps: [Int]) -> String? {
    let text = Rope(bytes, limits: RopeTests.small)
    let sideways = TextRows(
      text, cache: RowCache(layout: TextLayout(columns: 40, wraps: false)))
    // Rows as narrow as can be: each character has its own.
    let narrow = TextRows(text, cache: RowCache(layout: TextLayout(columns: 1, wraps: true)))
    for row in narrow.rows(from: .zero, count: 1_000) where !steps.contains(row.start.value) {
      return "a row starts at \(row.start.value)"
    }
    for (step, next) in zip(steps, steps.dropFirst()) {
      let line = text.content(at: ByteOffset(step))
      if next > line.upperBound.value { continue }
      let here = sideways.cell(of: ByteOffset(step))
      let end = sideways.column(of: ByteOffset(next))
      if next < line.upperBound.value || line.upperBound == text.end, end <= here.column {
        return "from \(step) to \(next) there is no cell"
      }
      // Every byte of a character is in its cell, and a click there leads to its start.
      for offset in step..<next where sideways.column(of: ByteOffset(offset)) != here.column {
        return "\(offset) is in another column than \(step)"
      }
      if sideways.offset(in: here.row, at: here.column).value != step {
        return "a click on \(step) leads elsewhere"
      }
    }
    return nil
  }

  // MARK: - How wide they are

  /// Wide for the C library and so for terminals, though the table calls them ambiguous or neutral:
  /// numbers on black squares, hexagrams.
  private static let wideElsewhere: [ClosedRange<UInt32>] = [0x3248...0x324f, 0x4dc0...0x4dff]

  /// Letters, numbers, signs and punctuation by themselves, with the cells that they take.
  private static func widths() -> [(scalar: Unicode.Scalar, width: Int)] {
    // Marks and the like get their cells from their base character; terminals know Unicode 14.
    var left: Set<Unicode.Scalar> = []
    for (fields, _) in UnicodeFile.lines(of: UnicodeFile.breaks)
    where !["LV", "LVT"].contains(fields[1]) {
      left.formUnion(UnicodeFile.scalars(fields[0]))
    }
    for (fields, _) in UnicodeFile.lines(of: UnicodeFile.ages)
    where (fields[1].split(separator: ".").first.flatMap { Int($0) } ?? 99) > 14 {
      left.formUnion(UnicodeFile.scalars(fields[0]))
    }
    var widths: [(scalar: Unicode.Scalar, width: Int)] = []
    for (fields, comment) in UnicodeFile.lines(of: UnicodeFile.widths) {
      guard let kind = comment.first, "LNPS".contains(kind) else { continue }
      // A sample is enough of long runs of the same kind, such as Han and Hangul.
      let all = UnicodeFile.scalars(fields[0])
      for (index, scalar) in all.enumerated()
      where !left.contains(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
        && (index < 256 || index % 37 == 0 || index == all.count - 1)
      {
        let isWide =
          fields[1] == "W" || fields[1] == "F"
          || wideElsewhere.contains { $0.contains(scalar.value) }
        widths.append((scalar, isWide ? 2 : 1))
      }
    }
    return widths
  }

  @Test("Columns follow the width table, in wrapped and in unwrapped lines")
  func columns() {
    let widths = Self.widths()
    #expect(widths.count > 30_000)
    var wrong: [String] = []
    var start = 0
    while start < widths.count {
      let some = widths[start..<min(start + 16, widths.count)]
      start += 16
      var bytes: [UInt8] = []
      var offsets: [(offset: Int, column: Int)] = []
      var column = 0
      for (scalar, width) in some {
        offsets.append((bytes.count, column))
        bytes += Array(String(scalar).utf8)
        column += width
      }
      offsets.append((bytes.count, column))
      let text = Rope(bytes, limits: RopeTests.small)
      for wraps in [true, false] {
        let rows = TextRows(
          text, cache: RowCache(layout: TextLayout(columns: 60, wraps: wraps)))
        for (index, expected) in offsets.enumerated()
        where rows.column(of: ByteOffset(expected.offset)).value != expected.column {
          let scalar = some[some.startIndex + max(0, index - 1)].scalar
          wrong.append("U+\(String(scalar.value, radix: 16))")
          break
        }
      }
      // No row is wider than the window, and none ends that could hold one more character.
      let narrow = TextRows(text, cache: RowCache(layout: TextLayout(columns: 7, wraps: true)))
      for row in narrow.rows(from: .zero, count: 100)
      where narrow.pieces(of: row, columns: 100).reduce(0, { $0 + $1.width }) > 7 {
        wrong.append("a row at \(row.start.value) of \(bytes)")
      }
    }
    #expect(wrong.prefix(20) == [])
  }
}
