import Bytes

/// Syntax that a scan recognizes only in some vaults.
package struct ScanOptions: Equatable, Sendable {
  /// Whether `:a:b:` are tags, and `keywords` in the front matter, if zk's settings enable them.
  package var hasColonTags = false

  package init(hasColonTags: Bool = false) { self.hasColonTags = hasColonTags }
}

/// Finds everything with a meaning in a note, in one pass over its bytes.
package enum NoteScanner {
  /// Scans any bytes in linear time; finds nothing in UTF-16.
  package static func scan(
    _ bytes: Span<UInt8>, _ options: ScanOptions = ScanOptions()
  ) -> NoteScan {
    var pass = ScanPass(bytes, end: bytes.count, options)
    pass.readFrontMatter()
    pass.run()
    return pass.finished()
  }

  struct FirstHeading {
    /// The words on one line.
    var title: [UInt8]
    /// The range of the words.
    var text: Range<Int>
    /// The offset where the text continues after the heading.
    var end: Int
  }

  /// The longest title in bytes; longer text is not a title.
  private static let longestTitle = 1024

  /// Finds the note's title: a heading of level 1 that is the first block from `start` on.
  /// `isOpen`: text after the end could change the result.
  static func titleHeading(
    _ bytes: Span<UInt8>, from start: Int, end: Int
  ) -> (heading: FirstHeading?, isOpen: Bool) {
    var text = HeadText(bytes, end: end)
    text.position = start
    var first = start
    while let line = text.nextLine(), line.trimmed.isEmpty { first = text.position }
    if first >= end { return (nil, true) }
    let stop = min(end, first + longestTitle)
    var pass = ScanPass(bytes, end: stop, ScanOptions())
    pass.position = first
    pass.stopsAtHeading = true
    pass.run()
    let isCut = pass.position == stop && bytes[stop - 1] != Byte.lineFeed
    guard let found = pass.scan.headings.first else {
      // A blank line ends the first block, whatever its kind.
      var rest = text
      var isOpen = stop == end
      while isOpen, let line = rest.nextLine() { isOpen = !line.trimmed.isEmpty }
      return (nil, isOpen)
    }
    if found.line > 1 || found.level > 1 || isCut && stop < end { return (nil, false) }
    let heading = FirstHeading(
      title: words(of: found.text, in: bytes), text: found.text, end: pass.position)
    return (heading, isCut)
  }

  /// Returns a heading's words on one line.
  static func words(of text: Range<Int>, in bytes: Span<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    var rest = HeadText(bytes, end: text.upperBound)
    rest.position = text.lowerBound
    while let line = rest.nextLine() {
      if !words.isEmpty { words.append(0x20) }
      words += line.trimmed.copy
    }
    return words
  }
}

extension NoteScan {
  /// Returns the note's own title: from the front matter or, without one there, a heading of level
  /// 1 at the top. Returns nil if the file's name is used.
  package func title(in bytes: Span<UInt8>) -> String? {
    if let frontMatterTitle { return frontMatterTitle }
    let heading = NoteScanner.titleHeading(bytes, from: body, end: bytes.count).heading
    return heading.map { String(decoding: $0.title, as: UTF8.self) }
  }
}
