package import Bytes
package import Entities
import Folding

extension PropertyEdit {
  /// What makes the change in a note; nothing where the note is so already. A name is compared without
  /// case and stays as the note writes it. Front matter that says a name twice is left alone, and so is a
  /// value with an anchor, an alias or a tag in it.
  package static func edits(
    _ change: PropertyChange, in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    if TagEdit.isUTF16(bytes) { throw .broken("the note is UTF-16") }
    let content = properties(of: bytes)
    if let problem = content.problem { throw .broken(problem) }
    var places: [[UInt8]: Int] = [:]
    for (index, property) in content.properties.enumerated() {
      let known = places.updateValue(index, forKey: Folding.name(property.name.utf8))
      if known != nil { throw .twice(property.name) }
    }
    let place = places[Folding.name(change.name.utf8)]
    let old = place.map { content.properties[$0] }
    switch change {
    case .set(let name, let values, let type):
      let value = PropertyValue(values, as: type)
      if let old, old.value == value { return [] }
      if let place, content.isMarked[place] { throw .marked(content.properties[place].name) }
      return try edit(old?.name ?? name, in: bytes) { note throws(PropertyProblem) in
        note.set(old?.name ?? name, to: values, as: type)
      } expecting: { _ in
        values
      } typed: {
        value
      }
    case .unset:
      guard let place, let old else { return [] }
      if content.isMarked[place] { throw .marked(old.name) }
      return try remove(old.name, in: bytes)
    case .rename(_, let name):
      guard let place, let old, old.name != name else { return [] }
      let other = places[Folding.name(name.utf8)]
      if other != nil, other != place { throw .taken(name) }
      return try renaming(place, to: name, in: bytes, content)
    }
  }

  /// The first property of that name, without case; nil too where the front matter cannot be read.
  package static func property(_ name: String, in bytes: [UInt8]) -> NoteProperty? {
    let key = Folding.name(name.utf8)
    return properties(of: bytes).properties.first { Folding.name($0.name.utf8) == key }
  }

  /// All of them, in their order.
  package static func properties(
    in bytes: [UInt8]
  ) throws(PropertyProblem) -> [NoteProperty] {
    if TagEdit.isUTF16(bytes) { throw .broken("the note is UTF-16") }
    let content = properties(of: bytes)
    if let problem = content.problem { throw .broken(problem) }
    return content.properties
  }

  private static func renaming(
    _ place: Int, to name: String, in bytes: [UInt8], _ content: FrontMatterContent
  ) throws(PropertyProblem) -> [ByteEdit] {
    if content.isFlow { throw .isFlow }
    let start = bytes.withUnsafeBufferPointer { bytes in
      var text = HeadText(bytes, end: bytes.count)
      text.skipByteOrderMark()
      return FrontMatter(bytes, from: text.position, end: bytes.count, isWhole: true)?.inner
        .lowerBound ?? 0
    }
    let key = content.keys[place]
    let range = (start + key.lowerBound)..<(start + key.upperBound)
    let edits = [ByteEdit(range: range, bytes: PropertyText.name(name))]
    var expected = content.properties
    expected[place].name = name
    let after = properties(of: ByteEdit.apply(edits, to: bytes))
    guard after.problem == nil, after.properties == expected else {
      throw .notAlone(content.properties[place].name)
    }
    return edits
  }
}
