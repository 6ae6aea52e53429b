/// Words, marks and links within a line of Org. The line is written as a whole, since the meaning
/// of a sign depends on those around it.
struct OrgText {
  enum Piece {
    case text(String)
    /// `~words~`
    case code(String)
    /// Markup; the text before it ends and the text after it starts fresh.
    case raw(String)
    case open(Character)
    case close(Character)
    case lineBreak(isHard: Bool)
  }

  private(set) var pieces: [Piece] = []
  private var marks: [(mark: Character, isWritten: Bool)] = []

  mutating func add(_ piece: Piece) { pieces.append(piece) }

  /// Ends a link. The address is not repeated if the words are the address.
  mutating func endLink(to address: String) {
    if case .text(let words)? = pieces.last, words == address, case .raw? = pieces.dropLast().last {
      pieces.removeLast(2)
      return pieces.append(.raw("[[\(address)]]"))
    }
    pieces.append(.raw("]]"))
  }

  /// Opens a mark, unless the same mark is open.
  mutating func open(_ mark: Character) {
    let isWritten = !marks.contains { $0.mark == mark }
    marks.append((mark, isWritten))
    if isWritten { pieces.append(.open(mark)) }
  }

  mutating func close() {
    guard let last = marks.popLast(), last.isWritten else { return }
    pieces.append(.close(last.mark))
  }

  /// The signs of markup, and the entity for each where it must stay text.
  private static let signs: [Character: String] = [
    "*": "\\ast{}", "/": "\\slash{}", "_": "\\under{}", "=": "\\equal{}", "~": "\\tilde{}",
    "+": "\\plus{}",
  ]
  /// A zero-width space, which separates signs that would be read together.
  static let parting = "\u{200b}"

  enum Context { case text, title, cell }

  func written(in context: Context = .text) -> [String] {
    var pieces = pieces
    // A bar would end the cell, and code has no entities for it.
    if context == .cell {
      pieces = pieces.map {
        if case .code(let text) = $0, text.contains("|") { .text(text) } else { $0 }
      }
    }
    dropMarks(from: &pieces)
    var out = ""
    var open: [Character] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .raw(let text): out += text
      case .code(let text): out += Self.code(text) ?? ""
      case .open(let mark):
        open.append(mark)
        out.append(mark)
      case .close(let mark):
        open.removeAll { $0 == mark }
        out.append(mark)
      case .lineBreak(let isHard): out += context == .text ? (isHard ? " \\\\\n" : "\n") : " "
      case .text(let text):
        Self.add(
          text, to: &out, context, before: Self.end(of: pieces, before: index),
          after: Self.start(of: pieces, from: index + 1), open)
      }
    }
    return out.split(separator: "\n", omittingEmptySubsequences: false).map(Self.trimmed)
  }

  private static func trimmed(_ line: Substring) -> String {
    var line = line.drop { $0 == " " || $0 == "\t" }
    while let last = line.last, last == " " || last == "\t" { line.removeLast() }
    return String(line)
  }

  // MARK: - Marks

  /// Marks code; nil if no mark is usable.
  private static func code(_ text: String) -> String? {
    guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace,
      let mark = "~=".first(where: { !text.contains($0) })
    else { return nil }
    return "\(mark)\(text)\(mark)"
  }

  /// Drops marks that would have no effect, and turns code that cannot be marked into text.
  private func dropMarks(from pieces: inout [Piece]) {
    for round in 0... {
      var wrong: Set<Int> = []
      var open: [Int] = []
      for (index, piece) in pieces.enumerated() {
        switch piece {
        case .open: open.append(index)
        case .close:
          guard let start = open.popLast() else {
            wrong.insert(index)
            continue
          }
          let isRight =
            Self.mayOpen(pieces, start) && Self.mayClose(pieces, index)
            && !(Self.start(of: pieces, from: start + 1)?.isWhitespace ?? true)
            && !(Self.end(of: pieces, before: index)?.isWhitespace ?? true)
          // Marks that keep changing each other become text after eight rounds.
          if !isRight || round > 8 { wrong.formUnion([start, index]) }
        case .code(let text)
        where Self.code(text) == nil || !Self.mayOpen(pieces, index)
          || !Self.mayClose(pieces, index):
          pieces[index] = .text(text)
        default: break
        }
      }
      wrong.formUnion(open)
      if wrong.isEmpty { return }
      pieces = pieces.indices.filter { !wrong.contains($0) }.map { pieces[$0] }
    }
  }

  private static func mayOpen(_ pieces: [Piece], _ index: Int) -> Bool {
    guard index > 0 else { return true }
    if case .open = pieces[index - 1] { return true }
    return isBefore(end(of: pieces, before: index))
  }

  private static func mayClose(_ pieces: [Piece], _ index: Int) -> Bool {
    guard index + 1 < pieces.count else { return true }
    if case .close = pieces[index + 1] { return true }
    return isBehind(start(of: pieces, from: index + 1))
  }

  /// Returns the last character before a piece; nil if text starts fresh.
  private static func end(of pieces: [Piece], before index: Int) -> Character? {
    guard index > 0 else { return nil }
    return switch pieces[index - 1] {
    case .text(let text): text.last
    case .code, .close: "~"
    case .raw(let text): text.hasSuffix("[") || text.hasSuffix("::") ? nil : text.last
    case .open: nil
    case .lineBreak: "\n"
    }
  }

  private static func start(of pieces: [Piece], from index: Int) -> Character? {
    guard index < pieces.count else { return nil }
    return switch pieces[index] {
    case .text(let text): text.first
    case .code, .open: "~"
    case .raw(let text): text.first == "]" ? nil : text.first
    case .close: nil
    case .lineBreak: "\n"
    }
  }

  private static func isBefore(_ sign: Character?) -> Bool {
    sign.map { $0.isWhitespace || "-('\"{".contains($0) } ?? true
  }

  private static func isBehind(_ sign: Character?) -> Bool {
    sign.map { $0.isWhitespace || "-.,;:!?'\")}[\\".contains($0) } ?? true
  }

  // MARK: - Text

  /// Adds text, with signs that would be markup as entities.
  private static func add(
    _ text: String, to out: inout String, _ context: Context, before: Character?, after: Character?,
    _ open: [Character]
  ) {
    let signs = Array(text)
    for (index, sign) in signs.enumerated() {
      let previous = index > 0 ? signs[index - 1] : before
      let next = index + 1 < signs.count ? signs[index + 1] : after
      let isOpening = isBefore(previous) && !(next?.isWhitespace ?? true)
      let isClosing = isBehind(next) && !(previous?.isWhitespace ?? true)
      switch sign {
      case _ where Self.signs[sign] != nil:
        let isMark = isOpening || isClosing && (context == .title || open.contains(sign))
        out += isMark ? Self.signs[sign] ?? "" : String(sign)
      case "\\":
        let isName = next.map { $0.isLetter || "()[]\\\n".contains($0) } ?? true
        out += isName ? "\\" + parting : "\\"
      case "[":
        let isMarkup = next.map { $0 == "[" || $0 == "f" || $0 == "c" } ?? true
        out += isMarkup ? "[" + parting : "["
      case "]": out += next == nil || next == "]" ? "]" + parting : "]"
      case "<":
        out +=
          next.map { $0.isLetter || $0.isNumber || $0 == "<" || $0 == "%" } ?? true
          ? "\\lt{}" : "<"
      case "|" where context == .cell: out += "\\vert{}"
      default: out.append(sign)
      }
    }
  }

  /// Guards a line of a paragraph that Org would read as another block.
  static func guarded(_ line: String) -> String {
    let digits = line.drop { $0.isASCII && $0.isNumber }
    let behindNumber = digits.startIndex > line.startIndex ? digits : "x"
    let isItem = { (rest: Substring) in rest.isEmpty || rest.first == " " }
    let isSpecial =
      switch line.first {
      case "#": line.hasPrefix("#+") || isItem(line.dropFirst())
      case "|", ":": true
      case "*", "-", "+": isItem(line.dropFirst()) || line.allSatisfy { $0 == "-" || $0 == "*" }
      case "[": line.hasPrefix("[fn:")
      case "%": line.hasPrefix("%%(")
      case "\\": line.hasPrefix("\\begin{")
      default:
        "." == behindNumber.first || ")" == behindNumber.first
          ? isItem(behindNumber.dropFirst())
          : ["CLOCK:", "SCHEDULED:", "DEADLINE:", "CLOSED:"].contains { line.hasPrefix($0) }
      }
    return isSpecial ? parting + line : line
  }

  /// Guards a headline's words that Org would read as a keyword, tags or a priority.
  static func headline(_ words: String) -> String {
    let first = words.prefix { $0 != " " }
    let isSpecial =
      words.hasPrefix("[#") || first == "COMMENT"
      || first.count > 1 && first.allSatisfy { $0.isUppercase || $0 == "-" }
    return (isSpecial ? parting : "") + words + (words.hasSuffix(":") ? parting : "")
  }

  /// Guards an item's words that Org would read as a box, a counter or a term.
  static func item(_ words: String) -> String {
    let isSpecial = ["[ ]", "[X]", "[x]", "[-]", "[@"].contains { words.hasPrefix($0) }
    return (isSpecial ? parting : "") + words.replacing(" :: ", with: " :\(parting): ")
  }
}
