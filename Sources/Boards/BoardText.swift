import Entities
import NoteSyntax

/// A note that is a board, as Obsidian's plugin of that name writes it: each heading is a column, each
/// item of a list below it a card. Places are bytes of the note.
package struct BoardText: Equatable, Sendable {
  package let bytes: [UInt8]
  package internal(set) var columns: [BoardColumn] = []
  /// What is put away: the heading `Archive` below a ruler. It is no column.
  package internal(set) var archive: BoardColumn?
  /// Where the last column ends: before the archive, the settings, or at the end.
  var columnsEnd = 0
  /// Where the plugin's settings begin, or the end.
  var settings: Int
  package let options: BoardSettings

  /// Nil where the front matter does not say that it is a board.
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

  /// Where the text behind the front matter begins.
  private static func body(_ bytes: Span<UInt8>) -> Int? {
    var text = HeadText(bytes, end: bytes.count)
    if text.isUTF16 { return nil }
    text.skipByteOrderMark()
    guard
      let front = FrontMatter(bytes, from: text.position, end: bytes.count, isWhole: true),
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

  /// All cards that are in columns.
  package var count: Int { columns.reduce(0) { $0 + $1.cards.count } }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// A column's name, and how many cards it should have at most: `Doing (3)`.
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
  /// From its heading to the next one.
  package var whole: Range<Int>
  /// The words of the heading.
  package var title: Range<Int>
  /// Where the line ends that cards stand below: the heading, `**Complete**`, or words.
  var lead: Int
  /// The line of the heading, counted from 1.
  package var line: Int
  /// `**Complete**` stands below the heading: what comes here is done.
  package var isComplete = false
  package var cards: [BoardCard] = []
}

package struct BoardCard: Equatable, Sendable {
  /// All its lines, with their ends.
  package var whole: Range<Int>
  /// Its words in the first line, behind the mark and the box.
  package var words: Range<Int>
  /// What is in its box; nil without one.
  package var mark: Unicode.Scalar?
  /// Counted from 1.
  package var line: Int
}

/// A card by its place.
package struct BoardSpot: Equatable, Sendable {
  package var column: Int
  package var card: Int

  package init(column: Int, card: Int) { (self.column, self.card) = (column, card) }
}
