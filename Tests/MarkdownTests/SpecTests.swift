import Glibc
import Testing

@testable import Markdown

/// The public examples of CommonMark and of GitHub's extensions, as in Debian's goldmark package:
/// installed, or where `MARKDOWN_EXAMPLES` says that `.ci/examples` put them.
enum SpecExamples {
  static let places =
    (getenv("MARKDOWN_EXAMPLES").map { [String(cString: $0)] } ?? []).filter { !$0.isEmpty } + [
      "/usr/share/gocode/src/github.com/yuin/goldmark"
    ]

  /// `&#87654321;` and `<textarea>` mean something else in newer versions than in the one that GitHub
  /// used; two say `[[foo]]`, which is a link to a note here.
  static let others: Set<Int> = [28, 171, 547, 589]

  static let all: [Example] =
    places.lazy.compactMap { read("\($0)/_test/spec.json").map(examples(in:)) }.first ?? []

  /// Tables, strikethrough, tasks and bare addresses.
  static let extensions = ["table", "strikethrough", "tasklist", "linkify"]

  static func ofExtension(_ name: String) -> [Example] {
    places.lazy.compactMap { read("\($0)/extension/_test/\(name).txt").map(divided) }.first ?? []
  }

  /// A number, a line of signs, the Markdown, the same line, the HTML, a line of other signs.
  private static func divided(_ bytes: [UInt8]) -> [Example] {
    var examples: [Example] = []
    var (example, part) = (Example(), 0)
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("//- -") {
        part += 1
      } else if line.hasPrefix("//= =") {
        examples.append(example)
        (example, part) = (Example(), 0)
      } else if part == 1 {
        example.markdown += line + "\n"
      } else if part == 2 {
        example.html += line + "\n"
      } else if let number = Int(line.prefix { $0.isNumber }) {
        example.number = number
      }
    }
    return examples
  }

  struct Example: Sendable {
    var number = 0
    var markdown = ""
    var html = ""
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// A list of objects with strings and numbers: no more of JSON is needed.
  private static func examples(in bytes: [UInt8]) -> [Example] {
    var examples: [Example] = []
    var example = Example()
    var index = 0
    var key: String?
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"): example = Example()
      case UInt8(ascii: "}"): examples.append(example)
      case UInt8(ascii: "\""):
        let text = string(in: bytes, from: &index)
        if let name = key {
          if name == "markdown" { example.markdown = text }
          if name == "html" { example.html = text }
          key = nil
        } else {
          key = text
        }
      case 0x30...0x39:
        var number = 0
        while index < bytes.count, 0x30...0x39 ~= bytes[index] {
          number = number * 10 + Int(bytes[index] - 0x30)
          index += 1
        }
        if key == "example" { example.number = number }
        key = nil
        continue
      default: break
      }
      index += 1
    }
    return examples
  }

  /// Leaves `index` at the closing quote.
  private static func string(in bytes: [UInt8], from index: inout Int) -> String {
    var text: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        index += 1
        switch bytes[index] {
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "u"):
          let digits = String(decoding: bytes[(index + 1)...(index + 4)], as: UTF8.self)
          let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{fffd}"
          text += String(scalar).utf8
          index += 4
        default: text.append(bytes[index])
        }
      } else {
        text.append(bytes[index])
      }
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension SpecExamples.Example {
  /// The words that a browser would show.
  var words: [String] {
    var text = ""
    var rest = html[...]
    while let next = rest.first {
      if next == "<", let end = rest.firstIndex(of: ">") {
        let tag = rest[...end]
        if tag.hasPrefix("<img"), let alt = tag.firstRange(of: "alt=\"") {
          text += tag[alt.upperBound...].prefix { $0 != "\"" }
        }
        text += " "
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(next)
        rest = rest.dropFirst()
      }
    }
    for (entity, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      text = text.split(separator: entity, omittingEmptySubsequences: false).joined(separator: sign)
    }
    return text.split(whereSeparator: \.isWhitespace).map { Self.plain(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// Without blanks, and without the characters that have a meaning in notes.
  static func plain(_ text: String) -> String {
    text.filter { !$0.isWhitespace && !"[]=%$".contains($0) }
  }
}

@Suite(
  "Markdown: the public examples",
  .enabled(
    if: !SpecExamples.all.isEmpty, "needs golang-github-yuin-goldmark-dev: see .ci/examples"))
struct SpecTests {
  @Test("Each CommonMark example shows all of its text, in order, with no control byte")
  func examples() {
    #expect(SpecExamples.all.count > 600)
    for example in SpecExamples.all where !SpecExamples.others.contains(example.number) {
      check(example, "example \(example.number)")
    }
  }

  @Test(
    "Each example of GitHub's extensions shows all of its text, in order, with no control byte",
    arguments: SpecExamples.extensions)
  func extended(name: String) {
    let examples = SpecExamples.ofExtension(name)
    #expect(examples.count > 1)
    for example in examples { check(example, "\(name) \(example.number)") }
  }

  private func check(_ example: SpecExamples.Example, _ name: String) {
    let note = RenderedNote(Array(example.markdown.utf8))
    let shown = rows(of: note, width: 4_000).map(\.text)
    #expect(!shown.joined().utf8.contains { $0 < 0x20 || $0 == 0x7f }, "\(name)")
    var rest = SpecExamples.Example.plain(shown.joined())[...]
    for word in example.words {
      guard let found = rest.firstRange(of: word) else {
        Issue.record("\(name): “\(word)” is missing in \(shown)")
        break
      }
      rest = rest[found.upperBound...]
    }
    for width in [1, 7, 20, 40] {
      for row in rows(of: note, width: width) {
        #expect(row.width <= width, "\(name) at \(width): \(row.text)")
      }
    }
  }
}
