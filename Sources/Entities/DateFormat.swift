/// How a moment is written, in Moment's letters: `YYYY-MM-DD`, `dddd, D. MMMM`, `[Week] WW`. The names
/// of days and months are English.
package struct DateFormat: Equatable, Sendable {
  /// As a person wrote it.
  package let text: String
  let pieces: [Piece]

  package enum Piece: Equatable, Sendable {
    case literal(String)
    case field(Field)
  }

  package init(_ text: String) {
    self.text = text
    pieces = Self.pieces(of: text, depth: 0)
  }

  /// `offset` is how many minutes the wall is ahead of UTC.
  package func text(of time: CivilTime, offset: Int = 0, milliseconds: Int = 0) -> String {
    var written = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): written += text
      case .field(let field): written += field.text(of: time, offset: offset, milliseconds)
      }
    }
    return written
  }

  package func text(of day: Day) -> String { text(of: day.time) }

  /// Letters between brackets stand for themselves, and so does whatever is no letter of ours.
  private static func pieces(of text: String, depth: Int) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    func close() {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = ""
    }
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        literal.unicodeScalars += rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
      } else if let short = ShortForm.longest(at: rest), depth == 0 {
        close()
        pieces += Self.pieces(of: short.meaning, depth: 1)
        rest = rest.dropFirst(short.letters.unicodeScalars.count)
      } else if let field = Field.longest(at: rest) {
        close()
        pieces.append(.field(field))
        rest = rest.dropFirst(field.rawValue.unicodeScalars.count)
      } else {
        literal.unicodeScalars.append(first)
        rest = rest.dropFirst()
      }
    }
    close()
    return pieces
  }

  /// Letters that stand for a whole format, as English has it.
  private struct ShortForm {
    var letters: String
    var meaning: String

    /// The longer ones first.
    private static let all = [
      ShortForm(letters: "LLLL", meaning: "dddd, MMMM D, YYYY h:mm A"),
      ShortForm(letters: "llll", meaning: "ddd, MMM D, YYYY h:mm A"),
      ShortForm(letters: "LLL", meaning: "MMMM D, YYYY h:mm A"),
      ShortForm(letters: "lll", meaning: "MMM D, YYYY h:mm A"),
      ShortForm(letters: "LTS", meaning: "h:mm:ss A"),
      ShortForm(letters: "LT", meaning: "h:mm A"),
      ShortForm(letters: "LL", meaning: "MMMM D, YYYY"),
      ShortForm(letters: "ll", meaning: "MMM D, YYYY"),
      ShortForm(letters: "L", meaning: "MM/DD/YYYY"),
      ShortForm(letters: "l", meaning: "M/D/YYYY"),
    ]

    static func longest(at text: Substring.UnicodeScalarView) -> ShortForm? {
      guard let first = text.first, first == "L" || first == "l" else { return nil }
      return all.first { text.starts(with: $0.letters.unicodeScalars) }
    }
  }
}
