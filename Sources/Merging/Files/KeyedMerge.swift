import Bytes
import Comparing
import Entities
import NoteSyntax
import Services

/// Properties merged one by one: lists as sets, all others by line.
struct KeyedMerge {
  private let base: KeyedText
  private let mine: KeyedText
  private let theirs: KeyedText
  private let names: ConflictNames
  private var conflicts = 0
  private var beside: [UInt8] = []

  /// The merged properties. `beside` has, between marks, both values of those that have one here.
  struct Merged {
    var bytes: [UInt8]
    var beside: [UInt8]
    var conflicts: Int
  }

  /// Nil where one of the texts has not a line for each of its properties.
  static func merge(
    _ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8], names: ConflictNames
  ) -> Merged? {
    guard let base = KeyedText(base), let mine = KeyedText(mine), let theirs = KeyedText(theirs)
    else { return nil }
    var merge = KeyedMerge(base: base, mine: mine, theirs: theirs, names: names)
    let text = merge.run()
    // A merge that cannot be read is worse than one by line.
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

  /// The order of the first side, with each key that only the other has behind the one it follows there.
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
    // What one side changed stays, though the other took it away.
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

  /// A list with what either side added, without what either took out, written as the first side does.
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

/// YAML in which each property has lines of its own: front matter, and the bases of Obsidian.
private struct KeyedText: Equatable {
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

  /// The text before the first property.
  private(set) var start: [UInt8] = []
  private(set) var segments: [Segment] = []

  /// Nil where it is broken, has a key twice, or has several properties on a line. `text` ends its
  /// lines with LF.
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
