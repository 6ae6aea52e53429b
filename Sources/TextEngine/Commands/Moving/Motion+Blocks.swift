import MarkdownLines

extension CommandID {
  package static let paragraphUp: Self = "paragraph-up"
  package static let paragraphDown: Self = "paragraph-down"
  package static let headingUp: Self = "heading-up"
  package static let headingDown: Self = "heading-down"
  package static let matchingBracket: Self = "matching-bracket"
}

extension Motion {
  static let blocks: [Motion] = [
    Motion(.paragraphUp, "empty line above") { $0.emptyLine(before: $1) },
    Motion(.paragraphDown, "empty line below") { $0.emptyLine(after: $1) },
    Motion(.headingUp, "heading above") { context, selection in
      context.heading(before: selection.head).map { Destination($0) }
    },
    Motion(.headingDown, "heading below") { context, selection in
      context.heading(after: selection.head).map { Destination($0) }
    },
    Motion(.matchingBracket, "bracket that belongs to this one") {
      $0.matchingBracket(at: $1)
    },
  ]
}

/// What separates paragraphs: blank lines, and with `startsAtPages` lines with a form feed in front.
package struct ParagraphRule: Sendable {
  /// The bytes that a blank line may have.
  private let blanks: [UInt8]
  private let startsAtPages: Bool
  /// The most lines that are read, so that no key waits for a whole file.
  private let mostLines: Int

  package init(blanks: String, startsAtPages: Bool = false, mostLines: Int = .max) {
    self.blanks = Array(blanks.utf8)
    (self.startsAtPages, self.mostLines) = (startsAtPages, mostLines)
  }

  static let usual = ParagraphRule(blanks: " \t\r", mostLines: 20_000)

  package func isBlank(_ line: LineNumber, in text: Rope) -> Bool {
    isBlank(text.content(of: line), in: text)
  }

  func isBlank(_ range: Range<ByteOffset>, in text: Rope) -> Bool {
    text.forEachChunk(in: range) { $0.allSatisfy(blanks.contains) }
  }

  /// Whether a line is blank or begins a page.
  package func separates(_ line: LineNumber, in text: Rope) -> Bool {
    let content = text.content(of: line)
    return isBlank(content, in: text) || startsAtPages && text[content.lowerBound] == 0x0c
  }

  /// Returns the next separating line after text, in a direction; nil if the text ends before.
  /// `hasText`: whether there is text in the first line; nil to look.
  package func separator(
    from line: LineNumber, by way: Int, in text: Rope, hasText: Bool? = nil
  ) -> LineNumber? {
    var (line, hasText) = (line, hasText ?? !isBlank(line, in: text))
    for _ in 0..<mostLines {
      line = line + way
      if line < .zero || line > text.lastLine { return nil }
      hasText = hasText || !isBlank(line, in: text)
      if hasText, separates(line, in: text) { break }
    }
    return line
  }

  /// Returns the last line, in a direction, of the paragraph or of the blank lines at a line.
  package func edge(from line: LineNumber, by way: Int, in text: Rope) -> LineNumber {
    let isBlank = isBlank(line, in: text)
    var line = line
    for _ in 0..<mostLines {
      let next = line + way
      guard next >= .zero, next <= text.lastLine, self.isBlank(next, in: text) == isBlank,
        isBlank || !separates(way > 0 ? next : line, in: text)
      else { break }
      line = next
    }
    return line
  }
}

extension Rope {
  /// Returns the empty line after the paragraph at an offset; else the end.
  func emptyLine(after offset: ByteOffset) -> ByteOffset {
    let line = ParagraphRule.usual.separator(from: line(at: offset), by: 1, in: self)
    return line.map { start(of: $0) } ?? end
  }

  /// Returns the empty line before the paragraph at an offset; else the start.
  func emptyLine(before offset: ByteOffset) -> ByteOffset {
    let (rule, line) = (ParagraphRule.usual, line(at: offset))
    let hasText = !rule.isBlank(start(of: line)..<offset, in: self)
    return rule.separator(from: line, by: -1, in: self, hasText: hasText).map { start(of: $0) }
      ?? .zero
  }

  /// Returns the partner of the bracket at or before an offset, else of the next in the line.
  func matchingBracket(at offset: ByteOffset) -> ByteOffset? {
    guard let (found, pair) = bracket(near: offset) else { return nil }
    return partner(of: found, pair, in: .zero..<end)
  }

  /// Returns the bracket at an offset or right before it, and its partner, if both are in a part of
  /// the text.
  package func bracketPair(
    at offset: ByteOffset, in part: Range<ByteOffset>
  ) -> (bracket: ByteOffset, partner: ByteOffset)? {
    for found in [offset, offset - 1] where part.contains(found) {
      let byte = self[found]
      guard let pair = Self.brackets.first(where: { $0.open == byte || $0.close == byte }) else {
        continue
      }
      if let partner = partner(of: found, pair, in: part) { return (found, partner) }
    }
    return nil
  }

  private func partner(
    of found: ByteOffset, _ pair: BracketPair, in part: Range<ByteOffset>
  ) -> ByteOffset? {
    var depth = 0
    var reader = RopeReader(self)
    let step = self[found] == pair.open ? 1 : -1
    var next = found
    for _ in 0..<Self.farthestBracket {
      guard part.contains(next), let byte = reader.byte(at: next) else { return nil }
      if byte == pair.open { depth += step }
      if byte == pair.close { depth -= step }
      if depth == 0 { return next }
      next = next + step
    }
    return nil
  }

  private static let farthestBracket = 1 << 20

  struct BracketPair: Sendable {
    let open: UInt8
    let close: UInt8
  }

  static let brackets = [("(", ")"), ("[", "]"), ("{", "}")].map { (open: Unicode.Scalar, close) in
    BracketPair(open: UInt8(ascii: open), close: UInt8(ascii: close))
  }

  private func bracket(near offset: ByteOffset) -> (ByteOffset, BracketPair)? {
    let line = content(at: offset)
    let high = min(line.upperBound, offset + 4096)
    let offsets =
      [offset, offset - 1] + (offset < high ? (offset.value..<high.value).map(ByteOffset.init) : [])
    for found in offsets where found >= line.lowerBound && found < line.upperBound {
      let byte = self[found]
      if let pair = Self.brackets.first(where: { $0.open == byte || $0.close == byte }) {
        return (found, pair)
      }
    }
    return nil
  }
}

extension EditContext {
  private static let farthestHeading = 1 << 24

  private static let mark = LiteralSearch(Array("\n#".utf8))

  /// Returns the start of the next heading.
  func heading(after offset: ByteOffset) -> ByteOffset? {
    var low = text.content(at: offset).upperBound
    let high = min(text.end, low + Self.farthestHeading)
    while low < high, let found = Self.mark?.first(in: text, range: low..<high) {
      if isHeading(found.lowerBound + 1) { return found.lowerBound + 1 }
      low = found.upperBound
    }
    return nil
  }

  func heading(before offset: ByteOffset) -> ByteOffset? {
    var high = offset
    let low = max(.zero, high - Self.farthestHeading)
    while high > low, let found = Self.mark?.last(in: text, range: low..<high) {
      if found.upperBound <= offset, isHeading(found.lowerBound + 1), found.lowerBound + 1 < offset
      {
        return found.lowerBound + 1
      }
      high = found.upperBound - 1
    }
    return offset > .zero && low == .zero && isHeading(.zero) ? .zero : nil
  }

  private func isHeading(_ start: ByteOffset) -> Bool {
    HeadingMark(text.bytes(in: start..<min(text.end, start + 8))) != nil && !isCode(start)
  }
}

/// The mark of a heading at the start of a line.
struct HeadingMark: Equatable {
  var level: Int
  /// Includes the blanks after the mark.
  var byteCount: Int

  init?(_ line: [UInt8]) {
    guard let level = LineSigns.headingLevel(line.span, 0, line.count) else { return nil }
    self.level = level
    byteCount = level + line[level...].prefix { $0.isSpaceOrTab }.count
  }
}
