/// Splits a line into words as a person writes them: `pandoc -o "{title}.pdf" 'a b'`.
///
/// Blanks separate words, quotes hold them together, and a name in braces means a fact, except
/// between single quotes. No shell is involved.
struct OwnWordReader {
  /// Why a line cannot be read.
  struct Fault: Error, Equatable {
    var why: String
  }

  private let characters: [Character]
  private let facts: [String]
  private var index = 0

  static func words(
    of text: String, facts: [String]
  ) throws(Fault) -> [OwnWord] {
    var reader = OwnWordReader(characters: Array(text), facts: facts)
    var words: [OwnWord] = []
    while true {
      while let next = reader.next, next.isWhitespace { reader.index += 1 }
      if reader.next == nil { return words }
      words.append(try reader.word())
    }
  }

  private init(characters: [Character], facts: [String]) {
    (self.characters, self.facts) = (characters, facts)
  }

  private var next: Character? { index < characters.count ? characters[index] : nil }

  private mutating func word() throws(Fault) -> OwnWord {
    var pieces: [OwnWord.Piece] = []
    var text = ""
    var quote: Character?
    // As in a shell, a tilde at the start of a word is the person's home.
    if next == "~", index + 1 < characters.count, characters[index + 1] == "/" {
      pieces.append(.fact("home"))
      index += 1
    }
    while let next, quote != nil || !next.isWhitespace {
      if next == quote {
        quote = nil
      } else if quote == nil, next == "\"" || next == "'" {
        quote = next
      } else if quote != "'", next == "{", let name = name() {
        guard facts.contains(name) else { throw Fault(why: Self.unknown(name, among: facts)) }
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.fact(name))
        index += name.count + 1
      } else {
        text.append(next)
      }
      index += 1
    }
    if let quote { throw Fault(why: "the \(quote) has no end") }
    if !text.isEmpty || pieces.isEmpty { pieces.append(.text(text)) }
    return OwnWord(pieces)
  }

  /// The name between braces that begins here. Other braces, as in `{print $1}`, are text.
  private func name() -> String? {
    let name = String(characters[(index + 1)...].prefix { $0.isLetter || $0 == "-" })
    let end = index + 1 + name.count
    return !name.isEmpty && end < characters.count && characters[end] == "}" ? name : nil
  }

  private static func unknown(_ name: String, among facts: [String]) -> String {
    let all = facts.map { "{\($0)}" }.joined(separator: ", ")
    return "{\(name)} means nothing. There are \(all); text in single quotes stays as it is"
  }
}
