import Cells
import TextEngine

/// Visible signs for blanks: dots, arrows for tabs, boxes for non-breaking spaces.
struct BlankSigns {
  private let shown: EditorOptions.Blanks
  /// Where the trailing blanks begin; nil if unknown or not shown.
  private let trailing: ByteOffset?

  /// Longer runs of trailing blanks are not marked.
  private static let farthest = 1 << 10

  init(_ shown: EditorOptions.Blanks, in row: LayoutRow, of text: Rope) {
    self.shown = shown
    trailing = shown == .trailing ? Self.trailing(in: row, of: text) : nil
  }

  private static func trailing(in row: LayoutRow, of text: Rope) -> ByteOffset? {
    let line = text.content(of: row.line)
    let low = max(line.lowerBound, line.upperBound - farthest)
    guard low <= row.bytes.upperBound else { return nil }
    let bytes = text.bytes(in: low..<line.upperBound)
    var end = bytes.count
    while end > 0 {
      if bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") {
        end -= 1
      } else if bytes[..<end].suffix(2).elementsEqual([0xc2, 0xa0]) {
        end -= 2
      } else {
        break
      }
    }
    return end < bytes.count ? low + end : nil
  }

  /// Adds the offset where the trailing blanks begin.
  func cuts(_ cuts: [ByteOffset]) -> [ByteOffset] {
    guard let trailing else { return cuts }
    return (cuts + [trailing]).sorted()
  }

  /// A piece with signs for its blanks; nil if none are shown.
  func parts(of piece: RowPiece, looking look: EditorStyle) -> [EditorRow.Piece]? {
    if shown == .trailing, trailing.map({ piece.bytes.lowerBound < $0 }) ?? true { return nil }
    var blank = look
    blank.signs.insert(.blank)
    if piece.kind == .tab {
      guard piece.width > 0 else { return nil }
      let arrow = "→" + String(repeating: " ", count: piece.width - 1)
      return [
        EditorRow.Piece(column: piece.column, text: arrow, cells: piece.width, look: blank)
      ]
    }
    guard piece.kind == .text, piece.text.contains(where: { Self.sign(for: $0) != nil }) else {
      return nil
    }
    // All characters of a piece are equally wide.
    let width = piece.width / max(1, piece.text.count)
    var parts: [EditorRow.Piece] = []
    for (number, character) in piece.text.enumerated() {
      let sign = Self.sign(for: character)
      parts.append(
        EditorRow.Piece(
          column: piece.column + number * width, text: String(sign ?? character), cells: width,
          look: sign == nil ? look : blank))
    }
    return parts
  }

  private static func sign(for character: Character) -> Character? {
    switch character {
    case " ": "·"
    case "\u{a0}", "\u{2007}", "\u{202f}": "␣"
    default: nil
    }
  }
}
