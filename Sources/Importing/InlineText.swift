import Html

/// Reads a line of another markup language from its start, and writes it as Markdown.
struct InlineText {
  let characters: [Character]
  private(set) var index = 0
  private var out = ""
  /// Plain text that is not written yet.
  private var pending = ""
  /// The range in which a text was searched in vain, so that a line of opening marks is searched once.
  private var searched: [String: Range<Int>] = [:]

  /// The farthest distance between two matching marks.
  static let longest = 1000
  /// The deepest nesting of marks.
  static let deepest = 8

  init(_ text: some StringProtocol) { characters = Array(text) }

  /// Converts a text to Markdown. `special` reads markup at the index, if there is any.
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

  /// Writes Markdown instead of everything up to `end`.
  mutating func write(_ text: String, to end: Int) -> Bool {
    flush()
    out += text
    index = end
    return true
  }

  /// Writes plain text instead of everything up to `end`.
  mutating func write(plain text: String, to end: Int) -> Bool {
    pending += text
    index = end
    return true
  }

  func begins(_ text: String, at start: Int? = nil) -> Bool {
    characters[(start ?? index)...].starts(with: text)
  }

  mutating func find(_ text: String, from start: Int) -> Int? {
    let stop = min(characters.count, start + Self.longest)
    guard let first = text.first, start < stop else { return nil }
    let known = searched[text].flatMap { $0.contains(start) ? $0 : nil }
    for index in (known?.upperBound ?? start)..<stop
    where characters[index] == first && begins(text, at: index) {
      return index
    }
    searched[text] = (known?.lowerBound ?? start)..<stop
    return nil
  }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  var before: Character? { index > 0 ? characters[index - 1] : nil }

  /// The end of a web address that begins here; nil if none does.
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

  /// A sign, and the Markdown for it at the start and the end of words.
  typealias Mark = (sign: String, open: String, close: String)

  /// Writes marked words that begin here, as `inner` converts them; false if there are none.
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

  /// Returns a fenced code block, whose fence is longer than any run of backticks in the code.
  static func fenced(_ code: String, language: String) -> String {
    let longest = code.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(code)\n\(fence)"
  }

  static func code(_ words: String) -> String {
    words.contains("`") ? "`` \(words) ``" : "`\(words)`"
  }
}

/// Writes rows of cells as a table, with the first row as its header.
enum MarkdownTable {
  static func lines(of rows: [[String]]) -> [String] {
    let width = rows.map(\.count).max() ?? 0
    var lines = rows.map { row in
      "| \((row + [String](repeating: "", count: width - row.count)).joined(separator: " | ")) |"
    }
    if !lines.isEmpty { lines.insert("|" + String(repeating: " --- |", count: width), at: 1) }
    return lines
  }

  /// Makes text fit a cell, which is one line and ends at a bar.
  static func cell(_ markdown: String) -> String {
    markdown.normalizingLineEnds.replacing("|", with: "\\|").replacing("\n", with: "<br>")
  }
}

/// Checks addresses of links.
enum WebAddress {
  /// Returns an address for use between `<` and `>`; nil for one that would run code or read files.
  static func safe(_ address: String) -> String? {
    let plain = address.filter { !"<>\\".contains($0) && !$0.isNewline }.trimmingBlanks
    let scheme = plain.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "ftp", "mailto", "tel", "news"].contains(scheme) ? plain : nil
  }

  /// Returns a link with words that are Markdown; only the words if the address is not safe.
  static func link(_ words: String, to address: String) -> String {
    safe(address).map { "[\(words)](<\($0)>)" } ?? words
  }
}
