import TestSupport

@testable import Importing

/// How many words of a source's files are in the resulting notes, in the same order.
///
/// It reads the files itself, and knows only where each format has its words.
struct ArrivedWords {
  private(set) var count = 0
  private(set) var arrived = 0
  /// The first words that no note has after those before them.
  private(set) var lost: [Substring] = []

  var share: Double { count == 0 ? 0 : Double(arrived) / Double(count) }

  /// A word is searched among this many next words, not in all the notes after them.
  private static let furthest = 400

  /// `text` is what a file says, without its markup; the files are in the source's order.
  init(of files: [String], in notes: [ImportedNote], _ text: (String) -> String) {
    let found = notes.flatMap { note in
      let facts = note.properties.flatMap { [$0.name] + $0.values }
      let all = [note.title] + facts + [String(decoding: note.text, as: UTF8.self)]
      return Self.words(all.joined(separator: "\n"))
    }
    var next = 0
    for word in files.flatMap({ Self.words(text($0)) }) {
      count += 1
      if let place = found[next...].prefix(Self.furthest).firstIndex(of: word) {
        arrived += 1
        next = place + 1
      } else if lost.count < 10 {
        lost.append(word)
      }
    }
  }

  /// Letters and digits only, in their order.
  static func words(_ text: some StringProtocol) -> [Substring] {
    Substring(text).split { !$0.isLetter && !$0.isNumber }
  }

  // MARK: - Where a format has its words

  /// Between tags of titles and texts.
  static func enex(_ file: String) -> String {
    file.split(separator: "<note>").dropFirst().map { note in
      let parts = ["title", "content"].map {
        between("<\($0)>", "</\($0)>", in: String(note)).first
      }
      return parts.map { plain($0 ?? "") }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  static func opml(_ file: String) -> String {
    (between("<title>", "</title>", in: file) + between("text=\"", "\"", in: file))
      .map { plain($0) }.joined(separator: "\n")
  }

  /// Lines, except those about the file itself; a title is one of its words.
  static func lines(_ file: String) -> String {
    file.split(separator: "\n").map { line in
      for mark in ["#+title:", "title::", "title:"] where line.hasPrefix(mark) {
        return String(line.dropFirst(mark.count))
      }
      let facts = ["#+", "tags:", "id:", "parent_id:", "type_:"]
      return facts.contains { line.hasPrefix($0) } ? "" : String(line)
    }.joined(separator: "\n")
  }

  /// Strings named as a title or a text.
  static func json(_ file: String) -> String {
    let names: Set<String> = ["title", "textContent", "content", "text", "string"]
    let escaped: [Character: Character] = ["n": "\n", "r": "\r"]
    var (found, name, rest): ([String], String, Substring) = ([], "", file[...])
    while let start = rest.firstIndex(of: "\"") {
      rest = rest[start...].dropFirst()
      var value = ""
      while let sign = rest.popFirst(), sign != "\"" {
        value.append(sign == "\\" ? rest.popFirst().map { escaped[$0] ?? $0 } ?? sign : sign)
      }
      if rest.first == ":" {
        name = value
      } else if names.contains(name) {
        found.append(value)
      }
    }
    return found.joined(separator: "\n")
  }

  private static func between(_ start: String, _ end: String, in text: String) -> [Substring] {
    text.split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap {
      $0.firstRange(of: end).map(\.lowerBound).map { [part = $0] in part[..<$0] }
    }
  }

  /// Without tags and character entities.
  private static func plain(_ text: Substring) -> String {
    let marks = text.replacing("<![CDATA[", with: "").replacing("]]>", with: "")
    let words = marks.split(separator: "<", omittingEmptySubsequences: false).enumerated()
      .map { $0 == 0 ? $1 : $1.drop { $0 != ">" }.dropFirst() }.joined(separator: " ")
    return ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#10;": "\n"].reduce(words) {
      $0.replacing($1.key, with: $1.value)
    }.replacing("&amp;", with: "&")
  }
}
