import Bytes
import Entities
import NoteSyntax

/// YAML in which each property has lines of its own: front matter, and the bases of Obsidian.
struct KeyedText: Equatable {
  /// A property with its lines, and those behind them that belong to none.
  struct Segment: Equatable {
    var key: String
    var values: [String]
    var lines: [UInt8]

    /// Its values are a set: the order says nothing.
    var isList: Bool {
      if Self.listKeys.contains(key.lowercased()) { return true }
      let value = lines.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop(while: Byte.isBlank)
      return value.first == UInt8(ascii: "[")
        || value.first == UInt8(ascii: "-") && value.dropFirst().first.map(Byte.isBlank) == true
    }

    private static let listKeys: Set<String> = [
      "tags", "tag", "aliases", "alias", "keywords", "cssclasses", "cssclass",
    ]

    /// What a list's items say besides their words would be lost in a set.
    var hasComments: Bool {
      var last = UInt8(ascii: "\n")
      return lines.contains { byte in
        defer { last = byte }
        return byte == UInt8(ascii: "#") && Byte.isBlank(last)
      }
    }
  }

  /// What stands before the first property.
  private(set) var start: [UInt8] = []
  private(set) var segments: [Segment] = []

  static let empty = KeyedText()

  private init() {}

  /// Nil for what is broken, has a key twice, or has several properties on a line. `text` ends its lines
  /// with LF.
  init?(_ text: [UInt8]) {
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
    for line in lines {
      let whole = line + [0x0a]
      if let key = Self.key(of: line) {
        segments.append(Segment(key: key, values: [], lines: Array(whole)))
      } else if segments.isEmpty {
        start += whole
      } else {
        segments[segments.count - 1].lines += whole
      }
    }
    let content = Self.read(text)
    // What the YAML reader found must be what these lines are.
    guard content.problem == nil, content.properties.map(\.name) == segments.map(\.key),
      Set(segments.map(\.key)).count == segments.count
    else { return nil }
    for (index, property) in content.properties.enumerated() {
      segments[index].values = property.values
    }
  }

  var bytes: [UInt8] { segments.reduce(start) { $0 + $1.lines } }

  subscript(key: String) -> Segment? { segments.first { $0.key == key } }

  static let fence = Array("---\n".utf8)

  private static func read(_ text: [UInt8]) -> FrontMatterContent {
    let whole = fence + text + fence
    guard let found = FrontMatter(whole.span, from: 0, end: whole.count, isWhole: true),
      found.whole.upperBound == whole.count
    else {
      var content = FrontMatterContent()
      content.problem = "it ends early"
      return content
    }
    return FrontMatterReader.read(whole.span, found)
  }

  /// The name of the property whose lines begin here.
  private static func key(of line: ArraySlice<UInt8>) -> String? {
    guard let first = line.first, !Byte.isBlank(first), first != UInt8(ascii: "#") else {
      return nil
    }
    if first == UInt8(ascii: "-"), line.dropFirst().first.map(Byte.isBlank) ?? true { return nil }
    let colon = line.indices.first { index in
      line[index] == UInt8(ascii: ":")
        && (index + 1 == line.endIndex || Byte.isBlank(line[index + 1]))
    }
    guard let colon else { return nil }
    var name = line[..<colon]
    while let last = name.last, Byte.isBlank(last) { name.removeLast() }
    if name.count > 1, let quote = name.first, quote == name.last,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    {
      name = name.dropFirst().dropLast()
    }
    return String(decoding: name, as: UTF8.self)
  }
}
