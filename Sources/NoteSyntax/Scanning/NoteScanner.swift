import Bytes

/// What a scan looks for beyond what every vault has.
package struct ScanOptions: Equatable, Sendable {
  /// `:a:b:` are tags, and `keywords` in the front matter: zk, where its settings say so.
  package var hasColonTags = false

  package init(hasColonTags: Bool = false) { self.hasColonTags = hasColonTags }
}

/// Finds all that means something in a note, in one pass over its bytes.
package enum NoteScanner {
  /// Any bytes will do, in time linear in their count; UTF-16 has nothing in it.
  package static func scan(
    _ bytes: Span<UInt8>, _ options: ScanOptions = ScanOptions()
  ) -> NoteScan {
    var pass = ScanPass(bytes, end: bytes.count, options)
    pass.readFrontMatter()
    pass.run()
    return pass.finished()
  }

  struct FirstHeading {
    /// Its words on one line.
    var title: [UInt8]
    /// Their range.
    var text: Range<Int>
    /// Where the text continues after it.
    var end: Int
  }

  /// More bytes than that are a text and not a title.
  private static let longestTitle = 1024

  /// The heading of level 1 that is the first block from a line's start on: it is the note's title.
  /// `isOpen`: text behind the end could change the answer.
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
      // A blank line ends the first block of any kind.
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

  /// A heading's words on one line.
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
  /// The title that a note gives itself: its front matter's, else the heading of level 1 that it
  /// begins with. Nil where neither is there: the file's name serves then.
  package func title(in bytes: Span<UInt8>) -> String? {
    if let frontMatterTitle { return frontMatterTitle }
    let heading = NoteScanner.titleHeading(bytes, from: body, end: bytes.count).heading
    return heading.map { String(decoding: $0.title, as: UTF8.self) }
  }
}
