package import Entities

/// The least of a note that is laid out by itself: a paragraph, a list item's, a table's row.
package struct RenderedUnit: Sendable {
  enum Content: Sendable {
    case text(InlineText)
    /// Rows end where the text's lines do, or at the edge.
    case code(InlineText)
    case rule
    case tableRow(TableShape, [InlineText], isHeader: Bool)
  }

  var content: Content
  var prefix = Prefix()
  /// An empty row before it, with the bars of its containers.
  var gap: [RenderedRow.Run]?
  /// The level of a heading; 0 for all else.
  package internal(set) var headingLevel = 0
  /// Where it begins, counted from its piece.
  package internal(set) var line: Int
  /// In the order of the text.
  package internal(set) var links: [RenderedLink] = []
  package internal(set) var task: RenderedTask?
  /// Where it comes from, as a row of a query block's answer.
  package internal(set) var origin: RowOrigin?
  /// The callout that begins with it, where that can be folded: the last sign before it tells.
  var fold: RenderedFold?
  /// Those around it.
  var within: [RenderedFold] = []
  /// Where the unit is nothing but a picture: its rows are the words for it.
  package internal(set) var picture: RenderedPicture?

  init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  package var canBeFolded: Bool { fold != nil }

  /// The text without marks, on one line: of a heading, say.
  package var words: String {
    switch content {
    case .text(let text), .code(let text):
      String(decoding: text.bytes.map { $0 == 0x0a ? 0x20 : $0 }, as: UTF8.self)
    case .rule: ""
    case .tableRow(_, let cells, _):
      cells.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: " ")
    }
  }
}

/// Where a link leads, as it is written.
package struct RenderedLink: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// `[[Target#Part]]`
    case wiki
    /// `[words](target)`, `<https://…>`
    case markdown
    /// To the line of a footnote, counted from the note's first.
    case footnote(line: Int)
  }

  package var kind: Kind
  /// Of a wiki link with its part; an address otherwise.
  package var target: String
  /// Its target is embedded below it.
  package var isEmbed: Bool

  package init(_ kind: Kind, _ target: String, isEmbed: Bool = false) {
    self.kind = kind
    self.target = target
    self.isEmbed = isEmbed
  }
}

/// A picture in a paragraph of its own, as it is written.
package struct RenderedPicture: Hashable, Sendable {
  /// A name as in a wiki link, or else an address.
  package var target: String
  package var isWiki: Bool
  /// How large it is meant to be, in pixels.
  package var width: Int?
  package var height: Int?

  package init(_ target: String, isWiki: Bool, size: String? = nil) {
    self.target = target
    self.isWiki = isWiki
    let numbers = (size ?? "").split(separator: "x", omittingEmptySubsequences: false)
    let known = numbers.compactMap { Int($0) }.filter { $0 > 0 && $0 < 100_000 }
    guard known.count == numbers.count, known.count <= 2 else { return }
    width = known.first
    height = known.count == 2 ? known[1] : nil
  }
}

/// A box that can be ticked.
package struct RenderedTask: Equatable, Sendable {
  /// The offset of the byte between its brackets, counted from its piece; nil where it is of
  /// another note, or no single byte.
  package var byte: Int?
  var isDone: Bool
}

/// The prefix of a unit's rows: bars of quotes, bullets, room.
struct Prefix: Sendable {
  /// Of the first row; as many runs as in all others, and as wide.
  var first: [RenderedRow.Run] = []
  var rest: [RenderedRow.Run] = []

  var width: Int { rest.reduce(0) { $0 + $1.width } }

  /// As much of it as leaves half of the width to the text: the inner signs.
  func fitting(_ columns: Int) -> Prefix {
    var prefix = self
    var width = width
    while width > columns / 2, !prefix.rest.isEmpty {
      width -= prefix.rest.removeFirst().width
      if !prefix.first.isEmpty { prefix.first.removeFirst() }
    }
    return prefix
  }
}
