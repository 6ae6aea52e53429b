import Testing

/// What a module says to people is in its `XWords`, to be read and translated in one file.
@Suite("The words of a module")
struct ModuleWordsTests {
  /// Modules whose sentences are not moved yet.
  private static let exceptions: Set<Substring> = ["Editor"]

  @Test("A module's sentences are in its words file")
  func areInWords() throws {
    var found: [String] = []
    for path in try House.files(below: "Sources/Modules") {
      let folders = path.split(separator: "/")
      if Self.exceptions.contains(folders[2]) { continue }
      if path.hasSuffix("Words.swift") || path.hasSuffix("Keymap.swift") { continue }
      for (line, text) in Self.literals(in: try House.text(path)) where Self.isSentence(text) {
        found.append("\(path):\(line): \(text)")
      }
    }
    #expect(found == [])
  }

  @Test(
    "A sentence has two blanks, or ends with a period",
    arguments: [
      (#"let a = "No task here""#, ["No task here"]), (#"say("Done.")"#, ["Done."]),
      (#"title = "Links of \(name)""#, ["Links of "]),
      (#"say("\(count(of: "x y z")) rows.")"#, ["x y z", " rows."]),
      (#"let sign = isLast ? "  " : "│ ""#, []), (#"text = " · \(a) › \(b) · ""#, []),
      (#"let word = "preview" // "Not a sentence.""#, []), (#"let name = "a.md""#, []),
      ("let text = \"\"\"\n  Two whole lines\n  \"\"\"", ["\n  Two whole lines\n  "]),
    ] as [(String, [String])])
  func sentences(code: String, found: [String]) {
    #expect(Self.literals(in: code).map(\.text).filter(Self.isSentence) == found)
  }

  private static func isSentence(_ text: String) -> Bool {
    guard text.contains(where: \.isLetter) else { return false }
    return text.count { $0 == " " } > 1 || text.hasSuffix(".")
  }

  /// The string literals of a source, without what is filled in, each with the line where it ends.
  private static func literals(in source: String) -> [(line: Int, text: String)] {
    let bytes = Array(source.utf8)
    let (quote, slash, newline) = (UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\n"))
    var found: [(line: Int, text: String)] = []
    // Literals that are open: their text, how many quotes end them, and how many parentheses are
    // open in what they fill in.
    var open: [(text: [UInt8], quotes: Int, depth: Int)] = []
    var (index, line) = (0, 1)
    func isQuoted(_ count: Int) -> Bool {
      index + count <= bytes.count && bytes[index..<(index + count)].allSatisfy { $0 == quote }
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == newline { line += 1 }
      let last = open.count - 1
      if last >= 0, open[last].depth == 0 {
        if byte == UInt8(ascii: "\\") {
          if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") { open[last].depth = 1 }
          index += 2
        } else if isQuoted(open[last].quotes) {
          index += open[last].quotes
          found.append((line, String(decoding: open.removeLast().text, as: UTF8.self)))
        } else {
          open[last].text.append(byte)
          index += 1
        }
      } else if byte == slash, index + 1 < bytes.count, bytes[index + 1] == slash {
        while index < bytes.count, bytes[index] != newline { index += 1 }
      } else if byte == quote {
        let quotes = isQuoted(3) ? 3 : 1
        open.append(([], quotes, 0))
        index += quotes
      } else {
        if last >= 0 {
          open[last].depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
        }
        index += 1
      }
    }
    return found
  }
}
