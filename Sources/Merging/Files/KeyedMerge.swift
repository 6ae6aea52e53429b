import Bytes
import Comparing
import Entities
import NoteSyntax

/// Merges properties one by one: lists as sets, all others by line.
struct KeyedMerge {
  private let base: KeyedText
  private let mine: KeyedText
  private let theirs: KeyedText
  private let names: ConflictNames
  private var conflicts = 0
  private var beside: [UInt8] = []

  /// The merged properties. `beside` has both values, between marks, of properties in conflict.
  struct Merged {
    var bytes: [UInt8]
    var beside: [UInt8]
    var conflicts: Int
  }

  /// Returns nil if one of the texts does not have separate lines for each property.
  static func merge(
    _ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8], names: ConflictNames
  ) -> Merged? {
    guard let base = KeyedText(base), let mine = KeyedText(mine), let theirs = KeyedText(theirs)
    else { return nil }
    var merge = KeyedMerge(base: base, mine: mine, theirs: theirs, names: names)
    let text = merge.run()
    // An unreadable result would be worse than a merge by line.
    if KeyedText(text) == nil { return nil }
    return Merged(bytes: text, beside: merge.beside, conflicts: merge.conflicts)
  }

  private init(base: KeyedText, mine: KeyedText, theirs: KeyedText, names: ConflictNames) {
    self.base = base
    self.mine = mine
    self.theirs = theirs
    self.names = names
  }

  private mutating func run() -> [UInt8] {
    var text = lines(base.start, mine.start, theirs.start)
    for key in order {
      guard let segment = merged(key) else { continue }
      text += segment
    }
    return text
  }

  /// The order of the first side. A key that only the second has comes after its predecessor there.
  private var order: [String] {
    var order = mine.segments.map(\.key)
    var known = Set(order)
    var previous: String?
    for key in theirs.segments.map(\.key) {
      if known.insert(key).inserted {
        let index = previous.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        order.insert(key, at: index)
      }
      previous = key
    }
    return order
  }

  private mutating func merged(_ key: String) -> [UInt8]? {
    let (old, my, their) = (base[key], mine[key], theirs[key])
    if my?.lines == their?.lines || their?.lines == old?.lines { return my?.lines }
    if my?.lines == old?.lines { return their?.lines }
    // A property that one side changed stays, even if the other removed it.
    guard let my, let their else { return my?.lines ?? their?.lines }
    if let set = set(old, my, their) { return set }
    return lines(old?.lines ?? [], my.lines, their.lines)
  }

  private mutating func lines(_ old: [UInt8], _ my: [UInt8], _ their: [UInt8]) -> [UInt8] {
    let merge = ThreeWayMerge.merge(base: old, mine: my, theirs: their)
    if merge.isClean { return merge.bytes }
    conflicts += 1
    beside += names.block(my[...], their[...])
    return my
  }

  /// Merges lists: adds both sides' additions and drops both sides' removals, in the first side's format.
  private func set(
    _ old: KeyedText.Segment?, _ my: KeyedText.Segment, _ their: KeyedText.Segment
  ) -> [UInt8]? {
    guard my.isList, their.isList, !my.hasComments, !their.hasComments else { return nil }
    let before = old?.values ?? []
    var text = KeyedText.fence + my.lines + KeyedText.fence
    do {
      for item in their.values where !before.contains(item) && !my.values.contains(item) {
        text = ByteEdit.apply(try PropertyEdit.add(item, to: my.key, in: text), to: text)
      }
      for item in before where !their.values.contains(item) && my.values.contains(item) {
        text = ByteEdit.apply(try PropertyEdit.remove(item, from: my.key, in: text), to: text)
      }
    } catch {
      return nil
    }
    return Array(text.dropFirst(KeyedText.fence.count).dropLast(KeyedText.fence.count))
  }
}

/// YAML in which each property has lines of its own: front matter, and Obsidian's bases.
private struct KeyedText: Equatable {
  /// A property with its lines, and the lines after it that belong to none.
  struct Segment: Equatable {
    var key: String
    var values: [String]
    var lines: [UInt8]

    /// Whether its values are a set, so that the order has no meaning.
    var isList: Bool {
      if Self.listKeys.contains(key.lowercased()) { return true }
      let value = lines.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop(while: Byte.isBlank)
      return value.first == UInt8(ascii: "[")
        || value.first == UInt8(ascii: "-") && value.dropFirst().first.map(Byte.isBlank) == true
    }

    private static let listKeys: Set<String> = [
      "tags", "tag", "aliases", "alias", "keywords", "cssclasses", "cssclass",
    ]

    /// Whether it has comments, which a set would lose.
    var hasComments: Bool {
      var last = UInt8(ascii: "\n")
      return lines.contains { byte in
        defer { last = byte }
        return byte == UInt8(ascii: "#") && Byte.isBlank(last)
      }
    }
  }

  /// The text before the first property.
  private(set) var start: [UInt8] = []
  private(set) var segments: [Segment] = []

  /// Nil if it is malformed, has a key twice, or has several properties on a line. The lines of
  /// `text` end with LF.
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
    // The YAML reader must have found exactly these properties.
    guard content.problem == nil, content.properties.map(\.name) == segments.map(\.key),
      Set(segments.map(\.key)).count == segments.count
    else { return nil }
    for (index, property) in content.properties.enumerated() {
      segments[index].values = property.values
    }
  }

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

  /// Returns the name of the property that begins on this line.
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
