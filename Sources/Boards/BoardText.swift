import Bytes
import Entities
import MarkdownLines
import NoteSyntax

/// A note that is a board in the form of Obsidian's Kanban plugin: each heading is a column, and
/// each list item below it is a card. Offsets are bytes of the note.
package struct BoardText: Equatable, Sendable {
  package let bytes: [UInt8]
  package internal(set) var columns: [BoardColumn] = []
  /// The archive, which is the heading `Archive` below a rule, and not a column.
  package internal(set) var archive: BoardColumn?
  /// The end of the last column: before the archive or the settings, or at the end.
  var columnsEnd = 0
  /// The start of the plugin's settings, or the end.
  var settings: Int
  package let options: BoardSettings

  /// Returns nil if the front matter does not declare a board.
  package init?(_ bytes: [UInt8]) {
    guard let body = Self.body(bytes.span) else { return nil }
    self.init(bytes, body: body)
  }

  private init(_ bytes: [UInt8], body: Int) {
    self.bytes = bytes
    var reader = BoardReader(end: bytes.count)
    reader.read(bytes.span, from: body)
    (columns, archive) = (reader.columns, reader.archive)
    (columnsEnd, settings) = (reader.columnsEnd, reader.settings)
    options = BoardSettings(bytes[reader.settings...])
  }

  /// Returns the start of the text after the front matter.
  private static func body(_ bytes: Span<UInt8>) -> Int? {
    var text = HeadText(bytes)
    guard !text.isUTF16, let front = text.skipFrontMatter(),
      FrontMatterReader.read(bytes, front).properties.contains(where: {
        $0.name.lowercased() == "kanban-plugin" && $0.values.contains { !$0.isEmpty }
      })
    else { return nil }
    return front.whole.upperBound
  }

  package func card(at spot: BoardSpot) -> BoardCard? {
    guard columns.indices.contains(spot.column),
      columns[spot.column].cards.indices.contains(spot.card)
    else { return nil }
    return columns[spot.column].cards[spot.card]
  }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns a column's name and its limit of cards: `Doing (3)`.
  package func name(of column: BoardColumn) -> (words: String, limit: Int?) {
    let words = text(column.title)
    guard words.last == ")", let open = words.lastIndex(of: "("),
      let limit = Int(words[words.index(after: open)...].dropLast()), limit > 0
    else { return (words, nil) }
    let name = words[..<open].reversed().drop { $0 == " " }.reversed()
    return (String(name), limit)
  }
}

package struct BoardColumn: Equatable, Sendable {
  /// From the column's heading to the next one.
  package var whole: Range<Int>
  /// The words of the heading.
  package var title: Range<Int>
  /// The end of the line that cards follow: the heading, `**Complete**`, or words.
  var lead: Int
  /// The line of the heading, counted from 1.
  package var line: Int
  /// Whether `**Complete**` follows the heading, so that cards moved here are done.
  package var isComplete = false
  package var cards: [BoardCard] = []
}

package struct BoardCard: Equatable, Sendable {
  /// The card's lines with their ends.
  package var whole: Range<Int>
  /// The words in the first line, after the mark and the box.
  package var words: Range<Int>
  /// The sign in the box; nil without a box.
  package var mark: Unicode.Scalar?
  /// The first line, counted from 1.
  package var line: Int
}

package struct BoardSpot: Equatable, Sendable {
  package var column: Int
  package var card: Int

  package init(column: Int, card: Int) { (self.column, self.card) = (column, card) }
}

/// A board's content without its offsets.
struct BoardContents: Equatable {
  struct Column: Equatable {
    var title: [UInt8]
    /// The cards' texts without the last line's end.
    var cards: [[UInt8]]
  }

  var columns: [Column]
  var archive: [[UInt8]]
  var settings: [UInt8]
}

extension BoardText {
  var contents: BoardContents {
    BoardContents(
      columns: columns.map { column in
        BoardContents.Column(
          title: Array(bytes[column.title]), cards: column.cards.map { content(of: $0) })
      },
      archive: archive?.cards.map { content(of: $0) } ?? [], settings: Array(bytes[settings...]))
  }

  func cards(in column: Int) -> [[UInt8]] { columns[column].cards.map { content(of: $0) } }

  func content(of card: BoardCard) -> [UInt8] { Self.content(bytes[card.whole]) }

  /// Returns bytes without trailing blanks and line ends.
  static func content(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
    Array(bytes.reversed().drop(while: Byte.isBlank).reversed())
  }
}

package struct BoardLink: Equatable, Sendable {
  /// A note's name or path, or an external address.
  package var target: String
  package var part: String?
  /// Whether it is a Markdown link, whose address is encoded.
  package var isMarkdown: Bool
  package var isExternal: Bool

  /// The address within the program; nil for a part of the board itself.
  package var address: String? {
    let name = isMarkdown ? Percent.decoded(target) ?? target : target
    if name.isEmpty { return nil }
    let plain: (UInt8) -> Bool = { Percent.isPlain($0) && $0 != Byte.hash }
    let address = "notes://editor/\(Percent.text(of: name.utf8, isPlain: plain))"
    guard let part else { return address }
    let words = isMarkdown ? Percent.decoded(part) ?? part : part
    return "\(address)#\(Percent.text(of: words.utf8, isPlain: plain))"
  }
}

extension BoardText {
  /// Returns a card's words line by line as they are read, without the marks of links and emphasis.
  /// The plugin's dates, `@{2026-11-27}`, are shown as the text in the braces.
  package func words(of card: BoardCard) -> String {
    var lines: [String] = []
    var plain = PlainWords()
    var text = HeadText(bytes.span, end: card.whole.upperBound)
    text.position = card.words.lowerBound
    while let line = text.nextLine()?.trimmed {
      // An item within the card keeps its bullet and its box.
      let start = lines.isEmpty ? line.start : Self.behindBox(line)
      var words = Array(bytes[line.start..<start])
      plain.append(line.dropping(start - line.start), to: &words)
      let shown = Self.withoutBraces(words)
      if !shown.isEmpty || lines.isEmpty { lines.append(String(decoding: shown, as: UTF8.self)) }
    }
    return lines.joined(separator: "\n")
  }

  private static func behindBox(_ line: Line) -> Int {
    let (start, isItem) = LineSigns.skippingMarkers(line.bytes, line.start, line.end)
    guard isItem else { return line.start }
    let box = TaskBox(line.bytes, start, line.end)?.end ?? start
    return Byte.skippingBlanks(in: line.bytes, from: box, to: line.end)
  }

  /// Returns the words of a card's first line as they are written.
  package func written(_ card: BoardCard) -> String { text(card.words) }

  package func firstLink(of card: BoardCard) -> BoardLink? {
    let text = bytes.span.extracting(card.words.lowerBound..<card.whole.upperBound)
    return NoteScanner.scan(text).links.first.map { link in
      BoardLink(
        target: text.text(link.target), part: link.part.map { text.text($0) },
        isMarkdown: link.kind != .wiki, isExternal: link.isExternal)
    }
  }

  /// Returns text with `@{…}` and `@@{…}` reduced to the text in the braces.
  private static func withoutBraces(_ text: [UInt8]) -> [UInt8] {
    var (result, index) = ([UInt8](), 0)
    let at = UInt8(ascii: "@")
    while index < text.count {
      if text[index] == at, let open = text[index...].firstIndex(where: { $0 != at }),
        text[open] == UInt8(ascii: "{"), open - index <= 2,
        let close = text[open...].firstIndex(where: {
          $0 == UInt8(ascii: "}") || $0 == Byte.lineFeed
        }), text[close] == UInt8(ascii: "}")
      {
        result += text[open + 1..<close]
        index = close + 1
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
