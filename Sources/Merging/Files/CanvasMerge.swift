import Bytes
import Comparing

/// Merges two versions of an Obsidian canvas: cards and arrows by their IDs, their contents by key.
struct CanvasMerge {
  private let names: ConflictNames
  private var conflicts = 0

  /// Both sides changed a value that cannot be merged.
  private struct Unmergeable: Error {}

  /// Returns nil if one of them is not a canvas, or if both changed a value in different ways.
  static func merge(
    _ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8], names: ConflictNames
  ) -> MergedText? {
    guard let old = base.map(JSONNode.init) ?? .object([]), let my = JSONNode(mine),
      let their = JSONNode(theirs), let oldMembers = old.members, let myMembers = my.members,
      let theirMembers = their.members
    else { return nil }
    var merge = CanvasMerge(names: names)
    guard let merged = try? merge.object(oldMembers, myMembers, theirMembers) else { return nil }
    let whole = merge.withEnds(merged, old, my, their)
    return MergedText(bytes: written(whole), conflicts: merge.conflicts)
  }

  private init(names: ConflictNames) { self.names = names }

  // MARK: - Objects, arrays, values

  private mutating func object(
    _ old: [JSONNode.Member], _ my: [JSONNode.Member], _ their: [JSONNode.Member]
  ) throws(Unmergeable) -> [JSONNode.Member] {
    let key = { (member: JSONNode.Member) in member.name }
    return try keyed(old, my, their, by: key) { (old, my, their) throws(Unmergeable) in
      var merged = my
      merged.value = try value(my.name, old?.value, my.value, their.value)
      return merged
    }
  }

  private mutating func value(
    _ name: [UInt8], _ old: JSONNode?, _ my: JSONNode, _ their: JSONNode
  ) throws(Unmergeable) -> JSONNode {
    if my == their || their == old { return my }
    if my == old { return their }
    switch (my, their) {
    case (.object(let my), .object(let their)):
      return .object(try object(old?.members ?? [], my, their))
    case (.array(let my), .array(let their)):
      return .array(try array(old, my, their))
    case (.scalar, .scalar):
      // Both sides moved the card: it can have only one position, and no text is lost.
      if Self.spots.contains(name) { return my }
      guard Self.texts.contains(name), let my = my.text, let their = their.text else { break }
      return JSONNode(text: text(old?.text, my, their))
    default: break
    }
    throw Unmergeable()
  }

  private mutating func array(
    _ old: JSONNode?, _ my: [JSONNode], _ their: [JSONNode]
  ) throws(Unmergeable) -> [JSONNode] {
    var before: [JSONNode] = []
    if case .array(let values)? = old { before = values }
    for values in [before, my, their] {
      let ids = values.map { $0["id"]?.bytes }
      guard !ids.contains(nil), Set(ids).count == ids.count else { throw Unmergeable() }
    }
    let key = { (node: JSONNode) in node["id"]?.bytes ?? [] }
    return try keyed(before, my, their, by: key) { (old, my, their) throws(Unmergeable) in
      .object(try object(old?.members ?? [], my.members ?? [], their.members ?? []))
    }
  }

  /// Merges in the order of the first side. An element that only the second has comes after its
  /// predecessor there. One that a side removed is dropped, unless the other changed it.
  private func keyed<Element: Equatable>(
    _ old: [Element], _ my: [Element], _ their: [Element], by key: (Element) -> [UInt8],
    both: (Element?, Element, Element) throws(Unmergeable) -> Element
  ) throws(Unmergeable) -> [Element] {
    func table(_ elements: [Element]) -> [[UInt8]: Element] {
      Dictionary(elements.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, mine, theirs) = (table(old), table(my), table(their))
    var order = my.map(key)
    var known = Set(order)
    var previous: [UInt8]?
    for element in their.map(key) {
      if known.insert(element).inserted {
        let index = previous.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        order.insert(element, at: index)
      }
      previous = element
    }
    var merged: [Element] = []
    for name in order {
      let (old, my, their) = (before[name], mine[name], theirs[name])
      if let my, let their {
        if my == their || their == old {
          merged.append(my)
        } else {
          merged.append(my == old ? their : try both(old, my, their))
        }
      } else if let left = my ?? their, left != old {
        merged.append(left)
      }
    }
    return merged
  }

  /// Merges the text of a card like any other text.
  private mutating func text(_ old: String?, _ my: String, _ their: String) -> String {
    let (my, their) = (Array(my.utf8), Array(their.utf8))
    let merged = MarkedLines.merge(
      old.map { Self.ended(Array($0.utf8)) } ?? [], Self.ended(my), Self.ended(their), names: names,
      joining: LineJoin.join)
    conflicts += merged.conflicts
    var text = merged.bytes
    if my.last != 0x0a || their.last != 0x0a, text.last == 0x0a { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  private static func ended(_ text: [UInt8]) -> [UInt8] {
    text.isEmpty || text.last == 0x0a ? text : text + [0x0a]
  }

  private static let spots: Set<[UInt8]> = Set(
    ["x", "y", "width", "height", "fromSide", "toSide"].map { Array("\"\($0)\"".utf8) })
  private static let texts: Set<[UInt8]> = Set(
    ["text", "label"].map { Array("\"\($0)\"".utf8) })

  // MARK: - The whole canvas

  /// Adds the cards at the ends of new arrows: one side removed the card while the other attached
  /// an arrow to it.
  private func withEnds(
    _ merged: [JSONNode.Member], _ old: JSONNode, _ my: JSONNode, _ their: JSONNode
  ) -> [JSONNode.Member] {
    func list(_ name: String, _ node: JSONNode) -> [JSONNode] {
      if case .array(let values)? = node[name] { values } else { [] }
    }
    let whole = JSONNode.object(merged)
    var cards = list("nodes", whole)
    var known = Set(cards.map { $0["id"]?.bytes ?? [] })
    let before = list("edges", old)
    for edge in list("edges", whole) where !before.contains(edge) {
      for end in [edge["fromNode"], edge["toNode"]] {
        guard let id = end?.bytes, known.insert(id).inserted else { continue }
        let lost = [my, their].lazy.flatMap { list("nodes", $0) }.first { $0["id"]?.bytes == id }
        if let lost { cards.append(lost) }
      }
    }
    return merged.map { member in
      member.name == Array("\"nodes\"".utf8)
        ? JSONNode.Member(name: member.name, value: .array(cards)) : member
    }
  }

  /// Returns Obsidian's own format: a line for each card and each arrow.
  private static func written(_ members: [JSONNode.Member]) -> [UInt8] {
    let parts = members.map { member -> [UInt8] in
      var text = [0x09] + member.name + [UInt8(ascii: ":")]
      guard case .array(let values) = member.value, !values.isEmpty else {
        return text + member.value.bytes
      }
      text += Array("[\n".utf8)
      text += values.map { [0x09, 0x09] + $0.bytes }.joined(separator: Array(",\n".utf8))
      return text + Array("\n\t]".utf8)
    }
    return Array("{\n".utf8) + Array(parts.joined(separator: Array(",\n".utf8)))
      + Array("\n}\n".utf8)
  }
}

/// A JSON value that preserves the order and the digits of its source; only blanks are dropped.
enum JSONNode: Equatable {
  struct Member: Equatable {
    /// The name as written, with its quotes.
    var name: [UInt8]
    var value: JSONNode
  }

  /// A string with its quotes, a number or a keyword.
  case scalar([UInt8])
  case array([JSONNode])
  case object([Member])

  /// Nil if it is not JSON, or if an object has two members of the same name.
  init?(_ bytes: [UInt8]) {
    guard JSONReader.value(of: bytes) != nil else { return nil }
    var splitter = Splitter(bytes: bytes)
    guard let value = splitter.value() else { return nil }
    self = value
  }

  /// Makes a string value, escaped as necessary.
  init(text: String) {
    self = .scalar([0x22] + JSONString.escaped(text.utf8) + [0x22])
  }

  var text: String? {
    guard case .scalar(let bytes) = self, bytes.first == 0x22 else { return nil }
    return JSONReader.value(of: bytes)?.text
  }

  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  subscript(name: String) -> JSONNode? {
    let written = [0x22] + Array(name.utf8) + [0x22]
    return members?.first { $0.name == written }?.value
  }

  /// The value on one line, without blanks.
  var bytes: [UInt8] {
    switch self {
    case .scalar(let bytes): bytes
    case .array(let values):
      [UInt8(ascii: "[")] + Array(values.map(\.bytes).joined(separator: [UInt8(ascii: ",")]))
        + [UInt8(ascii: "]")]
    case .object(let members):
      [UInt8(ascii: "{")]
        + Array(
          members.map { $0.name + [UInt8(ascii: ":")] + $0.value.bytes }
            .joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "}")]
    }
  }
}

/// Splits valid JSON that is not nested too deeply.
private struct Splitter {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
  }

  mutating func value() -> JSONNode? {
    switch next() {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    default: return .scalar(scalar())
    }
  }

  /// Returns the next byte that is not blank.
  private mutating func next() -> UInt8 {
    while offset < bytes.count, Byte.isBlank(bytes[offset]) { offset += 1 }
    return offset < bytes.count ? bytes[offset] : 0
  }

  private mutating func object() -> JSONNode? {
    offset += 1
    var members: [JSONNode.Member] = []
    var names: Set<[UInt8]> = []
    while next() != UInt8(ascii: "}") {
      if next() == UInt8(ascii: ",") { offset += 1 }
      _ = next()
      let name = scalar()
      guard names.insert(name).inserted, next() == UInt8(ascii: ":") else { return nil }
      offset += 1
      guard let value = value() else { return nil }
      members.append(JSONNode.Member(name: name, value: value))
    }
    offset += 1
    return .object(members)
  }

  private mutating func array() -> JSONNode? {
    offset += 1
    var values: [JSONNode] = []
    while next() != UInt8(ascii: "]") {
      if next() == UInt8(ascii: ",") { offset += 1 }
      guard let value = value() else { return nil }
      values.append(value)
    }
    offset += 1
    return .array(values)
  }

  private mutating func scalar() -> [UInt8] {
    let start = offset
    if offset < bytes.count, bytes[offset] == 0x22 {
      offset += 1
      while offset < bytes.count, bytes[offset] != 0x22 {
        offset += bytes[offset] == 0x5c ? 2 : 1
      }
      offset += 1
    } else {
      while offset < bytes.count, !Self.ends.contains(bytes[offset]), !Byte.isBlank(bytes[offset]) {
        offset += 1
      }
    }
    return Array(bytes[start..<min(offset, bytes.count)])
  }

  private static let ends = Set(",]}:".utf8)
}
