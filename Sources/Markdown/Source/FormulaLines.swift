import Bytes

/// `$$x$$` over one or more lines, in which nothing is Markdown.
enum FormulaLines {
  /// A longer formula is text, since it is read as one paragraph.
  static let longest = NoteSplitter.longestParagraph

  /// Returns the offset after the formula that begins at `index`; nil if none begins or it has no
  /// end. `isInText`: there is text before it, so that it must end in the same paragraph.
  static func end(
    _ bytes: [UInt8], _ index: Int, _ stop: Int, isInText: Bool
  ) -> Int? {
    guard index + 1 < stop, Byte.run(of: Byte.dollar, in: bytes.span, from: index, to: stop) == 2,
      index == 0 || bytes[index - 1] != Byte.dollar
    else { return nil }
    let limit = min(bytes.count, index + longest)
    guard let close = Byte.find("$$", in: bytes.span, from: index + 2, to: limit) else {
      return nil
    }
    return isInText && hasBlankLine(bytes, stop, close) ? nil : close + 2
  }

  private static func hasBlankLine(
    _ bytes: [UInt8], _ start: Int, _ end: Int
  ) -> Bool {
    var start = start
    while let feed = Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: end) {
      let text = Byte.skippingBlanks(in: bytes.span, from: feed + 1, to: end)
      if text < end, bytes[feed + 1..<text].contains(Byte.lineFeed) { return true }
      start = feed + 1
    }
    return false
  }
}
