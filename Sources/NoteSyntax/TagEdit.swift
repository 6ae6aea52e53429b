package import Bytes
import Entities
import Folding

/// Changes a note's tags in its front matter, and no other byte.
package enum TagEdit {
  /// Returns the edits of the tags, which are compared without case. A tag that the note already
  /// has, in the front matter or the text, is not added. A note without front matter gets some.
  package static func edits(
    in bytes: [UInt8], adding: [String], removing: [String]
  ) throws(PropertyProblem) -> [ByteEdit] {
    let there = scan(bytes)
    if isUTF16(bytes) { throw .broken("the note is UTF-16") }
    if let problem = there.frontMatterProblem { throw .broken(problem) }
    let gone = Set(removing.map { key($0) })
    let known = Set(there.tags.map { key($0.name) })
    let new = adding.filter { !known.contains(key($0)) || gone.contains(key($0)) }
    let property =
      there.properties.first { $0.name.lowercased() == "tags" }
      ?? there.properties.first { $0.name.lowercased() == "tag" }
    guard let property else { return new.isEmpty ? [] : try append(new, to: "tags", in: bytes) }
    let name = property.name
    let parts = property.values.flatMap { Self.parts(of: $0) }
    let remaining = parts.filter { !gone.contains(key($0)) }
    if remaining.count == parts.count, new.isEmpty { return [] }
    let wanted = remaining + new
    if wanted.isEmpty { return try PropertyEdit.remove(name, in: bytes) }
    let edits = try PropertyEdit.change(
      name, words: Self.parts, without: { gone.contains(key($0)) }, adding: new, in: bytes)
    if !edits.isEmpty { return edits }
    // A single text, which may contain several tags, becomes a list.
    if parts == property.values, remaining.count == parts.count, new.count == 1 {
      return try PropertyEdit.add(new[0], to: name, in: bytes)
    }
    return try PropertyEdit.set(name, to: wanted, in: bytes)
  }

  /// Adds a tag property, which is a list even for a single tag.
  private static func append(
    _ tags: [String], to name: String, in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    tags.count == 1
      ? try PropertyEdit.add(tags[0], to: name, in: bytes)
      : try PropertyEdit.set(name, to: tags, in: bytes)
  }

  /// Returns those of the tags that the note has, in its front matter or text.
  package static func tags(_ tags: [String], in bytes: [UInt8]) -> [String] {
    let there = Set(scan(bytes).tags.map { key($0.name) })
    return tags.filter { there.contains(key($0)) }
  }

  private static func scan(_ bytes: [UInt8]) -> NoteScan {
    NoteScanner.scan(bytes.span)
  }

  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    HeadText(bytes.span).isUTF16
  }

  /// Splits a string that may contain several tags.
  private static func parts(of value: String) -> [String] {
    value.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
  }

  private static func key(_ tag: String) -> [UInt8] {
    Folding.name(tag.utf8.drop { $0 == UInt8(ascii: "#") })
  }
}
