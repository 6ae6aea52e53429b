import Bytes

/// Colours code: words, strings, comments and numbers, by what its language is made of.
struct CodePainter {
  /// More code than this in one block has no colours.
  private static let longest = 128 << 10
  /// Lines that are laid out together.
  private static let together = 40

  private let language: CodeLanguage?
  private var isInComment = false
  private var texts: [InlineText] = []
  private var text: InlineText
  private var column = 0

  /// The code in pieces of some lines each; at least one.
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

  /// Tabs go to the next of the columns 4, 8, 12…
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
    var index = line.startIndex
    var plain = index
    while index < line.endIndex {
      guard let (end, style) = token(at: index, line, language) else {
        index += 1
        continue
      }
      if style != .code {
        if plain < index { put(line[plain..<index], .code) }
        put(line[index..<end], style.union(.code))
        plain = end
      }
      index = end
    }
    if plain < line.endIndex { put(line[plain..<line.endIndex], .code) }
  }

  /// Where what begins at `index` ends, and what it is; nil for a sign that is nothing by itself.
  private mutating func token(
    at index: Int, _ line: ArraySlice<UInt8>, _ language: CodeLanguage
  ) -> (end: Int, style: RunStyle)? {
    let rest = line[index...]
    if let block = language.blockComment, isInComment || rest.starts(with: block.open) {
      let from = isInComment ? index : index + block.open.count
      isInComment = true
      guard let end = Self.find(block.close, line, from) else { return (line.endIndex, .comment) }
      isInComment = false
      return (end, .comment)
    }
    if language.comments.contains(where: { rest.starts(with: $0) }) {
      return (line.endIndex, .comment)
    }
    let byte = line[index]
    if language.quotes.contains(byte) { return (Self.stringEnd(line, index), .string) }
    guard Self.isWord(byte) else { return nil }
    let end = rest.firstIndex { !Self.isWord($0) } ?? line.endIndex
    if Byte.isDigit(byte) { return (end, .number) }
    return (end, language.keywords.contains(Array(line[index..<end])) ? .keyword : .code)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || Byte.isDigit(byte) || byte == Byte.underscore || byte >= 0x80
  }

  private static func find(_ sign: [UInt8], _ line: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index + sign.count <= line.endIndex {
      if line[index...].starts(with: sign) { return index + sign.count }
      index += 1
    }
    return nil
  }

  private static func stringEnd(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    var index = start + 1
    while index < line.endIndex {
      if line[index] == line[start] { return index + 1 }
      index += line[index] == Byte.backslash ? 2 : 1
    }
    return line.endIndex
  }
}
