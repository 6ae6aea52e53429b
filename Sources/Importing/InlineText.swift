import Html

/// A line in another language, read from its start, and what was written of it as Markdown.
struct InlineText {
  let characters: [Character]
  private(set) var index = 0
  private var out = ""
  /// Plain words that are not written yet.
  private var pending = ""

  /// Marks that are further apart mark nothing.
  static let longest = 1000
  /// Marks within marks within marks.
  static let deepest = 8

  init(_ text: some StringProtocol) { characters = Array(text) }

  /// All of it as Markdown: `special` reads markup at the index, and says whether it did.
  static func markdown(_ text: some StringProtocol, special: (inout InlineText) -> Bool) -> String {
    var reading = InlineText(text)
    while reading.index < reading.characters.count {
      if !special(&reading) {
        reading.pending.append(reading.characters[reading.index])
        reading.index += 1
      }
    }
    reading.flush()
    return reading.out
  }

  private mutating func flush() {
    out += String(decoding: PlainText.inline(pending), as: UTF8.self)
    pending = ""
  }

  /// `text` is Markdown that replaces everything up to `end`.
  mutating func write(_ text: String, to end: Int) -> Bool {
    flush()
    out += text
    index = end
    return true
  }

  /// `text` is words that replace everything up to `end`.
  mutating func write(plain text: String, to end: Int) -> Bool {
    pending += text
    index = end
    return true
  }

  func begins(_ text: String, at start: Int? = nil) -> Bool {
    characters[(start ?? index)...].starts(with: text)
  }

  func find(_ text: String, from start: Int) -> Int? {
    let first = text.first
    let stop = min(characters.count, start + Self.longest)
    var index = start
    while index < stop {
      if characters[index] == first, begins(text, at: index) { return index }
      index += 1
    }
    return nil
  }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  var before: Character? { index > 0 ? characters[index - 1] : nil }

  /// Where an address of the web that begins here ends; nil where none does.
  var addressEnd: Int? {
    guard begins("http://") || begins("https://"), before?.isLetter != true else { return nil }
    var end = index
    while end < characters.count, !characters[end].isWhitespace,
      !"<>[]\"|".contains(characters[end])
    {
      end += 1
    }
    while end > index + 8, ".,;:!?)*_=~+'".contains(characters[end - 1]) { end -= 1 }
    return end
  }

  /// A sign, and the Markdown that it becomes at both ends of words.
  typealias Mark = (sign: String, open: String, close: String)

  /// Writes the words between the signs that begin here, as `inner` reads them; false where none do.
  mutating func mark(_ marks: [Mark], depth: Int, inner: (String, Int) -> String) -> Bool {
    for mark in marks where begins(mark.sign) {
      let last = mark.sign.hasSuffix("{") ? "}" : mark.sign
      guard before != ":" || mark.sign != "//", let end = find(last, from: index + 2),
        end > index + 2
      else { return false }
      let words = text(index + 2..<end)
      if words.first?.isWhitespace != false || words.last?.isWhitespace != false { return false }
      let read = depth < Self.deepest ? inner(words, depth + 1) : words
      return write(mark.open + read + mark.close, to: end + last.count)
    }
    return false
  }

  /// Lines of code. The fence is longer than any within.
  static func fenced(_ code: String, language: String) -> String {
    let longest = code.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(code)\n\(fence)"
  }

  static func code(_ words: String) -> String {
    words.contains("`") ? "`` \(words) ``" : "`\(words)`"
  }
}

/// Rows of cells as a table, of which the first row is the head.
enum MarkdownTable {
  static func lines(of rows: [[String]]) -> [String] {
    let width = rows.map(\.count).max() ?? 0
    var lines = rows.map { row in
      "| \((row + [String](repeating: "", count: width - row.count)).joined(separator: " | ")) |"
    }
    if !lines.isEmpty { lines.insert("|" + String(repeating: " --- |", count: width), at: 1) }
    return lines
  }

  /// A cell is in one line, and a bar would end it.
  static func cell(_ markdown: String) -> String {
    markdown.withPlainLines.replacing("|", with: "\\|").replacing("\n", with: "<br>")
  }
}

/// Addresses that a link of a note may have.
enum WebAddress {
  /// As it is between `<` and `>`; nil for one that would run something, or read files.
  static func safe(_ address: String) -> String? {
    let plain = address.filter { !"<>\\".contains($0) && !$0.isNewline }.trimmingBlanks
    let scheme = plain.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "ftp", "mailto", "tel", "news"].contains(scheme) ? plain : nil
  }

  /// A link with these words, which are Markdown; the words alone where it is not safe.
  static func link(_ words: String, to address: String) -> String {
    safe(address).map { "[\(words)](<\($0)>)" } ?? words
  }
}
