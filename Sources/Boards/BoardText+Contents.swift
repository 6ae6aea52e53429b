import Bytes

/// What a board says, apart from where that stands.
struct BoardContents: Equatable {
  struct Column: Equatable {
    var title: [UInt8]
    /// Each without its last line's end.
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

  /// Without blanks and ends of lines behind it.
  static func content(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
    Array(bytes.reversed().drop(while: Byte.isBlank).reversed())
  }
}
