import Bytes
package import Entities
import MarkdownLines

/// The contents of front matter, or the reason why it cannot be read.
package struct FrontMatterContent: Equatable, Sendable {
  package var properties: [NoteProperty] = []
  /// The lines of each property's values, counted from 1 in the note.
  package var lines: [[Int]] = []
  /// The lines of the properties' names; used only by `PropertyLines`.
  var keyLines: [Int] = []
  /// The ranges of the properties' names with their quotes, in the bytes between the two `---`.
  var keys: [Range<Int>] = []
  /// Whether each property's value contains an anchor, an alias or a tag.
  var isMarked: [Bool] = []
  /// Whether the whole front matter is in braces.
  var isFlow = false
  /// The problem for display: "line 3: …".
  package var problem: String?

  package init() {}
}

/// Reads front matter, which is YAML or JSON, its subset.
package enum FrontMatterReader {
  /// Larger front matter is not read.
  static let mostBytes = 65_536
  static let mostKeys = 500
  /// Limits the number of values, which aliases could multiply.
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
  /// Reads everything before the text and moves after it.
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

  /// Reads links in properties. Wiki links are in quoted values or within a value; elsewhere two
  /// brackets are nested lists. A Markdown link is a whole quoted value.
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

  /// Reads `[words](target)` up to the quote that ends the value, without escapes.
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

  /// Whether a value may begin after the byte.
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
      // A single string may contain several aliases.
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
        // A year alone is not a tag, and neither is text that could not be a `#tag`.
        guard let end = Self.tagEnd(name) else { continue }
        let tag = String(decoding: name[..<end], as: UTF8.self)
        scan.tags.append(NoteScan.Tag(name: tag, line: line))
      }
    }
  }

  /// Returns the end of a name that is a tag as a whole; nil if it is not one.
  private static func tagEnd(_ name: [UInt8]) -> Int? {
    let tag = TagName(name.span, 0, name.count)
    return tag.hasMore && tag.end == name.count ? tag.range.upperBound : nil
  }
}
