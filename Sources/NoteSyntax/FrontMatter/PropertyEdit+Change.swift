package import Bytes
package import Entities
import Folding

extension PropertyEdit {
  /// Returns the edits for a change; none where the note already has it. Names are compared without
  /// case and stay as the note writes them. Front matter with a name twice is not changed, and
  /// neither is a value with an anchor, an alias or a tag.
  package static func edits(
    _ change: PropertyChange, in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    if TagEdit.isUTF16(bytes) { throw .broken("the note is UTF-16") }
    let content = properties(of: bytes)
    if let problem = content.problem { throw .broken(problem) }
    var indices: [[UInt8]: Int] = [:]
    for (index, property) in content.properties.enumerated() {
      let known = indices.updateValue(index, forKey: Folding.name(property.name.utf8))
      if known != nil { throw .twice(property.name) }
    }
    let position = indices[Folding.name(change.name.utf8)]
    let old = position.map { content.properties[$0] }
    switch change {
    case .set(let name, let values, let type):
      let value = self.value(values, as: type, insteadOf: old)
      if let old, old.value == value { return [] }
      if let old, old.value.isNested { throw .nested(old.name) }
      if let position, content.isMarked[position] {
        throw .marked(content.properties[position].name)
      }
      return try edit(old?.name ?? name, in: bytes) { note throws(PropertyProblem) in
        note.set(old?.name ?? name, to: values, as: type)
      } expecting: { _ in
        values
      } typed: {
        // No values make a null value, whether the type is a list or not.
        values.isEmpty ? nil : value
      }
    case .unset:
      guard let position, let old else { return [] }
      if content.isMarked[position] { throw .marked(old.name) }
      return try remove(old.name, in: bytes)
    case .rename(_, let name):
      guard let position, let old, old.name != name else { return [] }
      let other = indices[Folding.name(name.utf8)]
      if other != nil, other != position { throw .taken(name) }
      return try renaming(position, to: name, in: bytes, content)
    }
  }

  /// Returns the value that the texts make; unchanged items of a list keep their type.
  private static func value(
    _ values: [String], as type: PropertyType, insteadOf old: NoteProperty?
  ) -> PropertyValue {
    guard type.isList, let old, case .list(let items) = old.value,
      items.count == old.values.count
    else { return PropertyValue(values, as: type) }
    let unchanged = ListItemMatching(of: old.values, in: values)
    return .list(
      zip(values, unchanged.sources).map { text, source in
        switch source.map({ items[$0] }) {
        case .number(let number)?: .number(number)
        case .checkbox(let isOn)?: .checkbox(isOn)
        default: .text(text)
        }
      })
  }

  /// Returns the properties, each with the reason why its value cannot be changed. `problem`: the
  /// reason why none can.
  package static func changeable(
    in bytes: [UInt8]
  ) -> (properties: [(property: NoteProperty, problem: PropertyProblem?)], problem: String?) {
    if TagEdit.isUTF16(bytes) {
      return ([], PropertyProblem.broken("the note is UTF-16").message)
    }
    let content = properties(of: bytes)
    if let problem = content.problem { return ([], PropertyProblem.broken(problem).message) }
    var problem = content.isFlow ? PropertyProblem.isFlow.message : nil
    var lines: [[UInt8]: Int] = [:]
    for (property, line) in zip(content.properties, content.keyLines) {
      let first = lines.updateValue(line, forKey: Folding.name(property.name.utf8))
      if let first, problem == nil {
        problem = "Lines \(first) and \(line): \(PropertyProblem.twice(property.name).message)"
      }
    }
    let properties = zip(content.properties, content.isMarked).map { property, isMarked in
      let problem: PropertyProblem? =
        isMarked
        ? .marked(property.name) : property.value.isEditable ? nil : .nested(property.name)
      return (property, problem)
    }
    return (properties, problem)
  }

  /// Returns the first property of that name, ignoring case; nil in unreadable front matter.
  package static func property(_ name: String, in bytes: [UInt8]) -> NoteProperty? {
    let key = Folding.name(name.utf8)
    return properties(of: bytes).properties.first { Folding.name($0.name.utf8) == key }
  }

  /// Returns all properties in their order.
  package static func properties(
    in bytes: [UInt8]
  ) throws(PropertyProblem) -> [NoteProperty] {
    if TagEdit.isUTF16(bytes) { throw .broken("the note is UTF-16") }
    let content = properties(of: bytes)
    if let problem = content.problem { throw .broken(problem) }
    return content.properties
  }

  private static func renaming(
    _ index: Int, to name: String, in bytes: [UInt8], _ content: FrontMatterContent
  ) throws(PropertyProblem) -> [ByteEdit] {
    if content.isFlow { throw .isFlow }
    var text = HeadText(bytes.span)
    let start = text.skipFrontMatter()?.inner.lowerBound ?? 0
    let key = content.keys[index]
    let range = (start + key.lowerBound)..<(start + key.upperBound)
    let edits = [ByteEdit(range: range, bytes: PropertyText.name(name))]
    var expected = content.properties
    expected[index].name = name
    let after = properties(of: ByteEdit.apply(edits, to: bytes))
    guard after.problem == nil, after.properties == expected else {
      throw .notAlone(content.properties[index].name)
    }
    return edits
  }
}

extension PropertyValue {
  /// Whether the value contains nested values. An unquoted `[[Note]]` counts as a link instead.
  fileprivate var isNested: Bool {
    switch self {
    case .object: true
    case .list(let items):
      items.contains { item in
        switch item {
        case .object: true
        case .list(let inner): items.count > 1 || inner.count > 1
        default: false
        }
      }
    default: false
    }
  }

  fileprivate var isEditable: Bool {
    switch self {
    case .null, .checkbox, .number: true
    case .text(let text): !text.contains(where: \.isNewline)
    case .object: false
    case .list(let items):
      items.allSatisfy { item in
        switch item {
        case .text, .number, .checkbox: item.isEditable
        case .null, .list, .object: false
        }
      }
    }
  }
}

/// Matches the items of a list with those of its new version: equal items at both ends, and items
/// in between that occur in both.
struct ListItemMatching {
  /// For each new item the index of the old item that it is, if any.
  private(set) var sources: [Int?]
  /// The number of equal items at the start, and of the other equal items at the end.
  let before: Int
  let behind: Int

  init(of old: [String], in new: [String]) {
    before = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - before
    behind = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    sources = new.indices.map { $0 }
    var free: [String: [Int]] = [:]
    for index in (before..<(old.count - behind)).reversed() {
      free[old[index], default: []].append(index)
    }
    for index in before..<(new.count - behind) { sources[index] = free[new[index]]?.popLast() }
    for index in 0..<behind { sources[new.count - 1 - index] = old.count - 1 - index }
  }
}
