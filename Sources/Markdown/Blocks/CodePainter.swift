import Bytes
import Code

/// Colors code and expands its tabs.
struct CodePainter {
  /// More code than this in one block has no colors.
  static let longest = 128 << 10
  /// Lines that are laid out together.
  private static let together = 40

  private let language: CodeLanguage?
  /// The code reader's state that continues from line to line.
  private var inside: UInt8 = 0
  private var texts: [InlineText] = []
  private var text: InlineText
  private var column = 0

  /// Returns the code in pieces of several lines each; at least one piece.
  static func paint(
    _ code: [UInt8], _ language: CodeLanguage?, line: Int, atMost most: Int
  ) -> [InlineText] {
    var painter = CodePainter(code.count <= longest ? language : nil, line: line)
    var lines = code.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, content) in lines.prefix(most).enumerated() {
      if index > 0 {
        if index % together == 0 {
          painter.texts.append(painter.text)
          painter.text = InlineText(line: line + index)
        } else {
          painter.text.append([Byte.lineFeed], .code)
          painter.text.beginLine(line + index)
        }
      }
      painter.column = 0
      painter.paint(content)
    }
    return painter.texts + [painter.text]
  }

  private init(_ language: CodeLanguage?, line: Int) {
    self.language = language
    text = InlineText(line: line)
  }

  /// Appends bytes with tabs expanded to the columns 4, 8, 12…
  private mutating func put(_ bytes: ArraySlice<UInt8>, _ style: RunStyle) {
    guard bytes.contains(0x09) else {
      column += bytes.count
      return text.append(bytes, style)
    }
    var expanded: [UInt8] = []
    for byte in bytes {
      if byte == 0x09 {
        let room = 4 - column & 3
        expanded += [UInt8](repeating: Byte.space, count: room)
        column += room
      } else {
        expanded.append(byte)
        if byte & 0xc0 != 0x80 { column += 1 }
      }
    }
    text.append(expanded, style)
  }

  private mutating func paint(_ line: ArraySlice<UInt8>) {
    guard let language else { return put(line, .code) }
    for (piece, token) in language.pieces(of: line, inside: &inside) {
      put(piece, token?.style.union(.code) ?? .code)
    }
  }
}

extension CodeLanguage {
  /// Splits a line into its tokens and the text between them, which has no token.
  func pieces(
    of line: ArraySlice<UInt8>, inside: inout UInt8
  ) -> [(bytes: ArraySlice<UInt8>, token: CodeToken?)] {
    var pieces: [(bytes: ArraySlice<UInt8>, token: CodeToken?)] = []
    var reader = CodeReader(line.span, self, inside: inside)
    var plain = line.startIndex
    reader.read(0, line.count) { range, token in
      let start = line.startIndex + range.lowerBound
      if plain < start { pieces.append((line[plain..<start], nil)) }
      plain = line.startIndex + range.upperBound
      pieces.append((line[start..<plain], token))
    }
    inside = reader.inside
    if plain < line.endIndex { pieces.append((line[plain...], nil)) }
    return pieces
  }
}

extension CodeToken {
  fileprivate var style: RunStyle {
    switch self {
    case .keyword, .name: .keyword
    case .string: .string
    case .comment, .remark: .comment
    case .number: .number
    case .dash, .colon: .code
    }
  }
}
