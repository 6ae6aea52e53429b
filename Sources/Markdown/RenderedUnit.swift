package import Entities

/// The smallest piece of a note that is laid out by itself: a paragraph or a table's row.
package struct RenderedUnit: Sendable {
  enum Content: Sendable {
    case text(InlineText)
    /// Rows end at the text's line ends or at the edge.
    case code(InlineText)
    case rule
    case tableRow(TableShape, [InlineText], isHeader: Bool)
  }

  var content: Content
  var prefix = Prefix()
  /// The empty row above the unit, with the bars of its containers.
  var gap: [RenderedRow.Run]?
  /// The level of a heading; 0 for other units.
  package internal(set) var headingLevel = 0
  /// The unit's first line, counted from the start of its part.
  package internal(set) var line: Int
  /// The links in the order of the text.
  package internal(set) var links: [RenderedLink] = []
  package internal(set) var task: RenderedTask?
  /// The source of the unit if it is a row of a query's answer.
  package internal(set) var origin: RowOrigin?
  /// The foldable callout that begins with the unit; the last sign before the unit shows its state.
  var fold: RenderedFold?
  /// The foldable callouts around the unit.
  var within: [RenderedFold] = []
  /// The picture of a unit that is only a picture; the unit's text is its description.
  package internal(set) var picture: RenderedPicture?

  init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  package var canBeFolded: Bool { fold != nil }

  /// The text without marks, on one line.
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

/// The target of a link, as it is written.
package struct RenderedLink: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// `[[Target#Part]]`
    case wiki
    /// `[words](target)`, `<https://…>`
    case markdown
    /// The line of a footnote, counted from the note's first.
    case footnote(line: Int)
  }

  package var kind: Kind
  /// A wiki link's name with its part, or an address.
  package var target: String
  /// Whether the link's target is embedded below it.
  package var isEmbed: Bool

  package init(_ kind: Kind, _ target: String, isEmbed: Bool = false) {
    self.kind = kind
    self.target = target
    self.isEmbed = isEmbed
  }
}

/// A picture in a paragraph of its own, as it is written.
package struct RenderedPicture: Hashable, Sendable {
  /// A name as in a wiki link, or an address.
  package var target: String
  package var isWiki: Bool
  /// The requested size in pixels.
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

/// A task's check box.
package struct RenderedTask: Equatable, Sendable {
  /// The offset of the byte between the brackets, counted from the start of its part; nil in an
  /// embedded note, and where the status is not a single byte.
  package var byte: Int?
  var isDone: Bool
}

/// The prefix of a unit's rows: the bars of quotes, bullets, indents.
struct Prefix: Sendable {
  /// The first row's prefix, with as many runs as that of the others and the same width.
  var first: [RenderedRow.Run] = []
  var rest: [RenderedRow.Run] = []

  var width: Int { rest.reduce(0) { $0 + $1.width } }

  /// Returns the innermost signs that leave half of the width to the text.
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
