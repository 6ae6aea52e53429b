import Cells

/// Wraps one line: greedily, at the last place where a word may end.
struct RowWrapping {
  private let layout: TextLayout
  private let line: ArraySlice<UInt8>
  private let hangingIndent: Int
  /// No row ends before it: a list's mark alone in a row would look like an empty item.
  private let textStart: Int
  private var finished: [LayoutRow] = []
  private var rowStart: Int
  private var column = 0
  /// Where the row could end, and the glyphs since then.
  private var breakPlace: Int?
  private var sinceBreak: [Glyph] = []

  init(layout: TextLayout, line: ArraySlice<UInt8>) {
    self.layout = layout
    self.line = line
    rowStart = line.startIndex
    let indent = HangingIndent(of: line, layout: layout)
    textStart = indent.textStart
    // An indent that leaves little room helps nobody.
    hangingIndent = indent.columns * 2 <= layout.columns ? indent.columns : 0
  }

  mutating func rows() -> [LayoutRow] {
    var place = line.startIndex
    var before: Glyph?
    for glyph in Cells.glyphs(inUTF8: line) {
      if let before, place > max(rowStart, textStart),
        mayBreak(between: before, and: glyph)
      {
        breakPlace = place
        sinceBreak = []
      }
      add(glyph, at: place)
      place += glyph.byteCount
      before = glyph
    }
    finished.append(LayoutRow(bytes: rowStart..<line.endIndex, indent: indent))
    return finished
  }

  private var indent: Int { finished.isEmpty ? 0 : hangingIndent }

  private mutating func add(_ glyph: Glyph, at place: Int) {
    let width = layout.width(of: glyph, at: column)
    if column + width > layout.columns, !isBlank(glyph) {
      if let breakPlace {
        endRow(at: breakPlace)
        for moved in sinceBreak { column += layout.width(of: moved, at: column) }
      }
      // Still too long: the word is longer than a row. A glyph that is wider than the whole row
      // stands in a row of its own.
      if column + layout.width(of: glyph, at: column) > layout.columns, place > rowStart {
        endRow(at: place)
        sinceBreak = []
      }
    }
    column += layout.width(of: glyph, at: column)
    sinceBreak.append(glyph)
  }

  private mutating func endRow(at place: Int) {
    finished.append(LayoutRow(bytes: rowStart..<place, indent: indent))
    rowStart = place
    column = hangingIndent
    breakPlace = nil
  }

  private func isBlank(_ glyph: Glyph) -> Bool { glyph.kind == .tab || glyph.text == " " }

  private func mayBreak(between before: Glyph, and next: Glyph) -> Bool {
    if isBlank(next) { return false }
    if isBlank(before) { return true }
    guard before.kind == .text, next.kind == .text else { return false }
    // Chinese and Japanese have no blanks: a line may end after each character but not before one
    // that closes.
    return (before.width == 2 || next.width == 2)
      && !Self.closing.contains(next.text) && !Self.opening.contains(before.text)
  }

  private static let closing: Set<String> = [
    "、", "。", "，", "．", "：", "；", "！", "？", "）", "］", "｝", "」", "』", "】", "》", "〉", "〕", "ー", "々",
    "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ",
    ",", ".", ":", ";", "!", "?", ")", "]", "}", "\"", "'", "”", "’",
  ]
  private static let opening: Set<String> = [
    "（", "［", "｛", "「", "『", "【", "《", "〈", "〔", "(", "[", "{", "“", "‘",
  ]
}
