import Bytes

/// The title and first words of a note in lists, read from the first bytes of its file.
package struct NoteHead: Equatable {
  /// The title in the front matter or in a heading at the top; nil if the file's name is used.
  package private(set) var title: String?
  /// The first words after the title, on one line.
  package private(set) var snippet = ""
  /// Whether the bytes end within the front matter or the title, so that more are needed.
  package private(set) var wantsMore = false

  /// `isWhole`: the file ends where the bytes end.
  package init(_ bytes: Span<UInt8>, isWhole: Bool) {
    var text = HeadText(bytes, end: isWhole ? bytes.count : Self.wholeCharacters(bytes))
    if text.isUTF16 { return }
    text.skipByteOrderMark()
    var frontTitle: [UInt8] = []
    if let front = FrontMatter(bytes, from: text.position, end: text.end, isWhole: isWhole) {
      frontTitle = front.title(in: bytes)
      text.position = front.whole.upperBound
      wantsMore = !front.isClosed
      if wantsMore {
        title = Self.decoded(frontTitle)
        return
      }
    }
    let body = text.position
    let (heading, isOpen) = NoteScanner.titleHeading(bytes, from: body, end: text.end)
    wantsMore = isOpen && !isWhole && frontTitle.isEmpty
    if let heading, frontTitle.isEmpty || frontTitle == heading.title {
      // A template's variable for the title is not the note's title.
      title = Self.isVariable(heading.title) ? nil : Self.decoded(heading.title)
      text.position = heading.end
    } else {
      title = Self.decoded(frontTitle)
      text.position = body
    }
    snippet = Snippet.make(of: text)
  }

  /// Returns a list's row, with the file's name if there is no title. A file named after its first
  /// words does not repeat them.
  package func row(stem: String) -> (title: String, snippet: String) {
    if let title, !title.isEmpty { return (title, snippet) }
    guard snippet.hasPrefix(stem) else { return (stem, snippet) }
    let rest = snippet.dropFirst(stem.count)
    if rest.isEmpty { return (stem, "") }
    return (stem, rest.first == " " ? String(rest.dropFirst()) : snippet)
  }

  private static func isVariable(_ title: [UInt8]) -> Bool {
    title.starts(with: Array("{{".utf8)) && title.suffix(2).elementsEqual(Array("}}".utf8))
  }

  private static func decoded(_ bytes: [UInt8]) -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the end of the last complete character.
  static func wholeCharacters(_ bytes: Span<UInt8>) -> Int {
    var start = bytes.count
    while start > 0, bytes.count - start < 3, bytes[start - 1] & 0xc0 == 0x80 { start -= 1 }
    guard start > 0 else { return bytes.count }
    let length =
      switch bytes[start - 1] {
      case 0xc0..<0xe0: 2
      case 0xe0..<0xf0: 3
      case 0xf0...0xff: 4
      default: 1
      }
    return start - 1 + length > bytes.count ? start - 1 : bytes.count
  }
}

/// Reads bytes line by line.
package struct HeadText: ~Escapable {
  package let bytes: Span<UInt8>
  package let end: Int
  package var position = 0

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>, end: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
  }

  package var isUTF16: Bool {
    end >= 2 && (bytes[0] == 0xff && bytes[1] == 0xfe || bytes[0] == 0xfe && bytes[1] == 0xff)
  }

  package mutating func skipByteOrderMark() {
    if end >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { position = 3 }
  }

  /// Moves after the byte order mark, and after the front matter of a whole text.
  @discardableResult
  package mutating func skipFrontMatter() -> FrontMatter? {
    skipByteOrderMark()
    let front = FrontMatter(bytes, from: position, end: end, isWhole: true)
    if let front { position = front.whole.upperBound }
    return front
  }

  /// Returns the next line without its line end and trailing blanks.
  @_lifetime(copy self)
  package mutating func nextLine() -> Line? {
    guard position < end else { return nil }
    let start = position
    let stop = Byte.find(Byte.lineFeed, in: bytes, from: start, to: end) ?? end
    position = min(end, stop + 1)
    return Line(bytes, start, Byte.droppingBlanks(in: bytes, from: start, to: stop))
  }
}

/// One line, as a range of the bytes.
package struct Line: ~Escapable {
  package let bytes: Span<UInt8>
  package var start: Int
  package var end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    self.bytes = bytes
    self.start = start
    self.end = end
  }

  var isEmpty: Bool { start >= end }
  var first: UInt8? { isEmpty ? nil : bytes[start] }
  var count: Int { end - start }
  var copy: [UInt8] { bytes.copy(start..<end) }

  package var trimmed: Line {
    @_lifetime(copy self) get {
      let words = isEmpty ? start..<start : Byte.trimmed(in: bytes, start..<end)
      return Line(bytes, words.lowerBound, words.upperBound)
    }
  }

  /// The number of times that the first byte is repeated at the start.
  var run: Int {
    isEmpty ? 0 : Byte.run(of: bytes[start], in: bytes, from: start, to: end)
  }

  /// Whether the line is only this byte, at least `count` times.
  func isAll(_ byte: UInt8, atLeast count: Int) -> Bool {
    first == byte && run == self.count && self.count >= count
  }

  @_lifetime(copy self)
  package func dropping(_ count: Int) -> Line {
    Line(bytes, min(end, start + count), end)
  }

  func starts(with text: StaticString) -> Bool {
    Byte.matches(text, in: bytes, at: start, to: end)
  }
}

/// The first words of a text on one line, without Markdown's marks.
enum Snippet {
  static let mostCharacters = 120
  /// Room for this number of characters with four bytes each.
  private static let mostBytes = 480

  static func make(of text: consuming HeadText) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(mostBytes)
    var isCut = false
    var words: [UInt8] = []
    var plain = PlainWords()
    while !isCut, let next = text.nextLine() {
      words.removeAll(keepingCapacity: true)
      plain.append(next.trimmed, to: &words)
      if words.allSatisfy(Byte.isBlank) { continue }
      if !line.isEmpty, line.last != 0x20 { line.append(0x20) }
      isCut = append(words, to: &line) || line.count > mostBytes
    }
    let whole = String(decoding: line, as: UTF8.self)
    // The cut may have removed a part that combines with the last character.
    let shown =
      whole.index(whole.startIndex, offsetBy: mostCharacters, limitedBy: whole.endIndex)
      .map { whole[..<$0] } ?? whole.dropLast(isCut ? 1 : 0)
    return String(shown.last == " " ? shown.dropLast() : shown)
  }

  /// Returns true once there is enough.
  private static func append(_ words: [UInt8], to line: inout [UInt8]) -> Bool {
    for byte in words {
      if Byte.isBlank(byte) {
        if !line.isEmpty, line.last != 0x20 { line.append(0x20) }
        continue
      }
      // Cuts only between characters.
      if byte & 0xc0 != 0x80, line.count >= mostBytes { return true }
      line.append(byte)
    }
    return false
  }
}
