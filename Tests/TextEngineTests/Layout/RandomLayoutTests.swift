import Cells
import TestSupport
import Testing

@testable import TextEngine

@Suite("Random edits under a layout")
struct RandomLayoutTests {
  /// Tiny, so that every line of some words is a long one.
  static let tiny = LayoutLimits(longestPart: 120, part: 50, lookBack: 45, longestPrefix: 20)
  static let huge = LayoutLimits(longestPart: 1 << 20, part: 1 << 19)

  private static let pieces: [[UInt8]] =
    [
      "a", "word ", " ", "  ", "\t", "- ", "日本語", "、", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "\u{301}",
      "\u{200d}", "👧", "\u{1b}", "> ", "1. ", "한", "\u{202e}", "longerword", "some more words ",
      "\n", "\n", "\r\n", "\r", "[x] ", "- [ ] ", "क्षि", "ｅ", "（", "。",
    ].map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00], [0xe6, 0x97]]

  private static func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
  }

  private static func edit(in text: Rope, _ random: inout SeededRandom) -> Edit {
    var builder = EditBuilder(text)
    var place = Int.random(in: 0...text.byteCount, using: &random)
    let count =
      Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...5, using: &random) : 1
    for _ in 0..<count {
      let isLong = Int.random(in: 0..<30, using: &random) == 0
      let removed = Int.random(in: 0...(isLong ? 300 : 5), using: &random)
      let high = min(text.byteCount, place + removed)
      let new = bytes(Int.random(in: 0...(isLong ? 30 : 2), using: &random), &random)
      builder.replace((place..<high).offsets, with: new)
      place = min(text.byteCount, high + Int.random(in: 0...12, using: &random))
    }
    return builder.takeEdit()
  }

  @Test(
    "Rows are those of a model that lays out everything each time", arguments: 1...6, [true, false])
  func agreesWithModel(seed: Int, hasParts: Bool) {
    var random = SeededRandom(seed: UInt64(seed))
    let limits = hasParts ? Self.tiny : Self.huge
    let layout = TextLayout(
      columns: [1, 3, 9, 20, 33, 60][seed - 1], wraps: true, tabWidth: 2 + seed % 4)
    let cache = RowCache(layout: layout, wrapped: limits, sideways: limits)
    var text = Rope(Self.bytes(40, &random), limits: RopeTests.small)
    var partCount = 0
    for step in 0..<400 {
      if text.byteCount > 900 { text = Rope(Self.bytes(40, &random), limits: RopeTests.small) }
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      cache.apply(edit, after: text)
      let rows = TextRows(text, cache: cache)
      let start = Int.random(in: 0...text.byteCount, using: &random)
      // First some rows from anywhere, so that parts are made in any order.
      let near = rows.rows(from: ByteOffset(start), count: 5)
      let all = rows.rows(from: .zero, count: 10_000)
      let anchors = Self.anchors(of: cache)
      partCount += anchors.count
      let used = Self.usedAnchors(anchors, cache, text)
      let expected = LayoutModel(layout: layout, anchors: used).rows(of: text.bytes)
      let problem =
        Self.difference(all, expected, text)
        ?? (near.allSatisfy(all.contains) ? nil : "rows seen before are gone")
        ?? Self.placeProblem(in: rows, all, &random)
      if let problem {
        Issue.record("seed \(seed), parts \(hasParts), step \(step): \(problem)")
        return
      }
    }
    #expect(hasParts == (partCount > 0))
  }

  private static func anchors(of cache: RowCache) -> Set<Int> {
    Set(cache.anchors.indices.map { cache.anchors.place(at: $0) })
  }

  /// Those inside of lines that are long enough to have parts.
  private static func usedAnchors(_ all: Set<Int>, _ cache: RowCache, _ text: Rope) -> Set<Int> {
    all.filter { cache.isLong(text.content(at: ByteOffset($0)).values) }
  }

  private static func difference(
    _ rows: [LayoutRow], _ model: [LayoutModel.Row], _ text: Rope
  ) -> String? {
    let rows = rows.map {
      LayoutModel.Row(
        bytes: $0.bytes.values, indent: $0.indent, line: $0.line.value,
        startsLine: $0.startsLine, endsLine: $0.endsLine)
    }
    if rows == model { return nil }
    let index =
      zip(rows, model).enumerated().first { $1.0 != $1.1 }?.offset ?? min(rows.count, model.count)
    let found = rows.dropFirst(index).first
    let wanted = model.dropFirst(index).first
    let range = (wanted ?? found)?.bytes.offsets
    return """
      row \(index) is \(String(describing: found)), not \(String(describing: wanted)): \
      \(range.map { text.bytes(in: $0) } ?? [])
      """
  }

  /// Whether places, columns and drawn text of some rows are those that the model says.
  private static func placeProblem(
    in rows: TextRows, _ all: [LayoutRow], _ random: inout SeededRandom
  ) -> String? {
    let bytes = rows.text.bytes
    let left = rows.layout.wraps ? 0 : Int.random(in: 0...90, using: &random)
    for _ in 0..<4 {
      guard let row = all.randomElement(using: &random) else { return "no rows" }
      // Then all parts of a long row are there.
      _ = rows.column(of: row.bytes.upperBound)
      let isLong = row.bytes.byteCount > rows.cache.limits.longestPart
      let model = LayoutModel(layout: rows.layout, anchors: isLong ? anchors(of: rows.cache) : [])
      let cells = model.cells(
        of: LayoutModel.Row(
          bytes: row.bytes.values, indent: row.indent, line: row.line.value,
          startsLine: row.startsLine, endsLine: row.endsLine), in: bytes)
      for cell in cells where row.endsLine || cell.glyph != nil {
        let column = rows.layout.wraps ? min(cell.column, rows.layout.columns) : cell.column
        let place = ByteOffset(cell.place)
        if rows.column(of: place) != Column(column) {
          return "\(cell.place) is in column \(rows.column(of: place).value), not \(column)"
        }
        // Blanks that hang over the edge share its column.
        if rows.layout.wraps, cell.column >= rows.layout.columns { continue }
        if rows.place(in: row, at: Column(column)) != place {
          return "\(cell.place) is not found again"
        }
      }
      if let problem = drawProblem(in: rows, row, cells, left) { return problem }
    }
    return nil
  }

  private static func drawProblem(
    in rows: TextRows, _ row: LayoutRow, _ cells: [(glyph: Glyph?, place: Int, column: Int)],
    _ left: Int
  ) -> String? {
    let shown = rows.layout.columns
    let pieces = rows.pieces(of: row, from: left, columns: shown)
    var end: Int?
    for piece in pieces {
      if let end, piece.column != end { return "a hole or an overlap" }
      // A lone mark stands on a circle of dots; measured again it may be two glyphs.
      let isLoneMark = piece.text.hasPrefix("\u{25cc}")
      if !isLoneMark, Cells.width(of: piece.text) != piece.width {
        return "more or less is drawn than said"
      }
      if piece.column < 0 || piece.column + piece.width > shown { return "drawn over an edge" }
      end = piece.column + piece.width
    }
    let last = cells.last?.column ?? 0
    let expected = min(last, left + shown) - max(left, row.indent)
    if pieces.reduce(0, { $0 + $1.width }) != max(0, expected) { return "too little is drawn" }
    for cell in cells where cell.column >= left && cell.column < left + shown {
      guard let glyph = cell.glyph else { continue }
      let piece = pieces.first { $0.bytes.contains(ByteOffset(cell.place)) }
      guard let piece else { return "\(cell.place) is not drawn" }
      let isWhole = cell.column - left + glyph.width <= shown
      if glyph.kind != .tab, isWhole, !piece.text.contains(glyph.text) {
        return "another glyph is drawn"
      }
      if piece.kind != glyph.kind { return "another kind is drawn" }
    }
    return nil
  }

  @Test("Columns of long lines that do not wrap are those of the model", arguments: 1...4)
  func agreesSideways(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let layout = TextLayout(columns: 12, wraps: false, tabWidth: 1 + seed)
    let cache = RowCache(layout: layout, wrapped: Self.tiny, sideways: Self.tiny)
    var text = Rope(Self.bytes(40, &random), limits: RopeTests.small)
    for step in 0..<300 {
      if text.byteCount > 900 { text = Rope(Self.bytes(40, &random), limits: RopeTests.small) }
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      cache.apply(edit, after: text)
      let rows = TextRows(text, cache: cache)
      let all = rows.rows(from: .zero, count: 10_000)
      let expected = LayoutModel(layout: layout).rows(of: text.bytes)
      if let problem = Self.difference(all, expected, text)
        ?? Self.placeProblem(in: rows, all, &random)
      {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
  }

  @Test("Text that is read behind is laid out like text that was there", arguments: 1...3)
  func grows(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let layout = TextLayout(columns: 15, wraps: true)
    for _ in 0..<100 {
      let cache = RowCache(layout: layout, wrapped: Self.huge, sideways: Self.huge)
      var text = Rope(Self.bytes(10, &random), limits: RopeTests.small)
      for _ in 0..<8 {
        _ = TextRows(text, cache: cache).rows(from: text.end, count: 3)
        _ = TextRows(text, cache: cache).rows(from: .zero, count: 100)
        text.append(Rope(Self.bytes(4, &random), limits: RopeTests.small))
        cache.textGrew(to: text)
      }
      let rows = TextRows(text, cache: cache).rows(from: .zero, count: 10_000)
      #expect(Self.difference(rows, LayoutModel(layout: layout).rows(of: text.bytes), text) == nil)
    }
  }
}
