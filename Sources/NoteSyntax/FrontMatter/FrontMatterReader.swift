import Bytes
package import Entities
import MarkdownLines

/// What front matter says, or why it cannot be read.
package struct FrontMatterContent: Equatable, Sendable {
  package var properties: [NoteProperty] = []
  /// For each property the line of each of its values, counted from 1 in the note.
  package var lines: [[Int]] = []
  /// The line of each property's name; for `PropertyLines` alone.
  var keyLines: [Int] = []
  /// Each property's name among the bytes between the rulers, with its quotes.
  var keys: [Range<Int>] = []
  /// Whether each property's value has an anchor, an alias or a tag in it.
  var isMarked: [Bool] = []
  /// All of it is between braces.
  var isFlow = false
  /// "line 3: …", for a person.
  package var problem: String?

  package init() {}
}

/// Reads front matter: YAML, and JSON as a kind of it.
package enum FrontMatterReader {
  /// Larger front matter is left alone.
  static let mostBytes = 65_536
  static let mostKeys = 500
  /// References may multiply: this is the limit of values.
  static let mostValues = 4_000

  package static func read(
    _ bytes: Span<UInt8>, _ frontMatter: FrontMatter
  ) -> FrontMatterContent {
    if frontMatter.inner.count > mostBytes {
      var content = FrontMatterContent()
      content.problem = "line 2: the front matter is larger than \(mostBytes / 1024) KB"
      return content
    }
    return YamlProperties.read(bytes.copy(frontMatter.inner))
  }
}

extension ScanPass {
  /// Reads everything before the text and moves behind it.
  mutating func readFrontMatter() {
    var text = HeadText(bytes, end: end)
    if text.isUTF16 {
      position = end
      return
    }
    let front = text.skipFrontMatter()
    position = text.position
    scan.body = position
    scan.frontMatter = front?.whole ?? position..<position
    guard let front else { return }
    let title = front.title(in: bytes)
    if !title.isEmpty { scan.frontMatterTitle = String(decoding: title, as: UTF8.self) }
    let content = FrontMatterReader.read(bytes, front)
    scan.frontMatterProblem = content.problem
    scan.properties = content.properties
    for (property, lines) in zip(content.properties, content.lines) { take(property, lines) }
    readFrontMatterLinks(front)
    line = front.whole.count { bytes[$0] == Byte.lineFeed }
  }

  /// Wiki links are in values between quotes, or in the middle of a value. Elsewhere two brackets
  /// are lists. A Markdown link is all that is between quotes.
  private mutating func readFrontMatterLinks(_ found: FrontMatter) {
    guard found.inner.count <= FrontMatterReader.mostBytes else { return }
    var start = found.inner.lowerBound
    var line = 1
    while start < found.inner.upperBound {
      let stop = lineEnd(from: start)
      line += 1
      var quote: UInt8?
      var last: UInt8 = UInt8(ascii: ":")
      var index = start
      while index < stop {
        let byte = bytes[index]
        if byte == UInt8(ascii: "["), index + 1 < stop, bytes[index + 1] == byte,
          quote != nil || !isListStart(after: last)
        {
          let isEmbed = last == UInt8(ascii: "!") && bytes[index - 1] == last
          let link = WikiLink(bytes, index, stop)
          if link.isClosed {
            if link.isLink { add(link, isEmbed: isEmbed, line, quote: quote) }
            index = link.end
            last = UInt8(ascii: "]")
            continue
          }
        }
        if byte == quote {
          quote = nil
        } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
          isListStart(after: last)
        {
          quote = byte
          readMarkdownLink(at: index + 1, stop, line, quote: byte)
        } else if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\") {
          index += 1
        }
        if !Byte.isBlank(byte) { last = byte }
        index += 1
      }
      start = stop + 1
    }
  }

  /// `[words](target)` up to the quote that ends the value, without escapes.
  private mutating func readMarkdownLink(at start: Int, _ stop: Int, _ line: Int, quote: UInt8) {
    guard start < stop, bytes[start] == Byte.opening,
      let close = Byte.find(Byte.closing, in: bytes, from: start + 1, to: stop),
      close + 1 < stop, bytes[close + 1] == Byte.leftParenthesis,
      let found = LinkDestination(bytes, parenthesis: close + 1, stop), found.end < stop,
      bytes[found.end] == quote,
      !(start..<found.end).contains(where: { bytes[$0] == quote || bytes[$0] == Byte.backslash })
    else { return }
    add(
      found.target, of: .markdown, false, start..<found.end, (start + 1)..<close, line,
      quote: quote)
  }

  /// Whether a value may begin behind the byte.
  private func isListStart(after byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: "["),
      UInt8(ascii: "{"):
      true
    default: false
    }
  }

  private mutating func take(_ property: NoteProperty, _ lines: [Int]) {
    switch property.name.lowercased() {
    case "tags", "tag": break
    case "keywords" where options.hasColonTags: break
    case "aliases", "alias":
      // One string may be several.
      for value in property.values {
        let parts = property.values.count == 1 ? value.split(separator: ",") : [value[...]]
        for part in parts {
          let words = String(decoding: Byte.onOneLine(String(part)), as: UTF8.self)
          if !words.isEmpty { scan.aliases.append(words) }
        }
      }
      return
    default: return
    }
    for (value, line) in zip(property.values, lines) {
      for part in value.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || Byte.isBlank($0) })
      {
        let name = Array(part.drop { $0 == UInt8(ascii: "#") })
        // A year alone is no tag, and neither is what no `#tag` in the text could be.
        guard let end = Self.tagEnd(name) else { continue }
        let tag = String(decoding: name[..<end], as: UTF8.self)
        scan.tags.append(NoteScan.Tag(name: tag, line: line))
      }
    }
  }

  /// Where a name ends that is a tag as a whole; nil where it is none.
  private static func tagEnd(_ name: [UInt8]) -> Int? {
    let tag = TagName(name.span, 0, name.count)
    return tag.hasMore && tag.end == name.count ? tag.range.upperBound : nil
  }
}
