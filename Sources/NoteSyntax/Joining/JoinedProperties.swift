import Bytes
package import Entities
import Folding

/// A note's front matter with the properties of others added. Lists are joined; where other values
/// differ, the target's stays.
package struct JoinedProperties {
  package struct Difference: Equatable, Sendable {
    package var note: NotePath
    package var name: String
    /// The target's value; nil if it has none and could not adopt the other's.
    package var retained: String?
    package var other: String
  }

  private(set) var text: [UInt8]
  private(set) var differences: [Difference] = []
  private let target: NoteJoining.Part

  init(of target: NoteJoining.Part) throws(NoteJoining.Problem) {
    (self.target, text) = (target, target.text)
    _ = try Self.properties(of: target.text, in: target.path)
  }

  private static func properties(
    of text: [UInt8], in note: NotePath
  ) throws(NoteJoining.Problem) -> [NoteProperty] {
    do throws(PropertyProblem) {
      return try PropertyEdit.properties(in: text)
    } catch {
      if case .broken(let reason) = error {
        throw NoteJoining.Problem(note: note, reason: "its front matter cannot be read: \(reason)")
      }
      throw NoteJoining.Problem(note: note, reason: error.message)
    }
  }

  /// Properties that are not joined: a title becomes an alias, links by id then lead to the target.
  private static let own: Set<String> = ["title", "id", "identifier"]

  mutating func add(_ other: NoteJoining.Part) throws(NoteJoining.Problem) {
    var aliases: [String] = []
    for property in try Self.properties(of: other.text, in: other.path) {
      switch property.name.lowercased() {
      case let name where Self.own.contains(name): continue
      case "aliases", "alias": aliases += Self.aliases(property)
      case "tags", "tag":
        let tags = property.values.flatMap { $0.split { $0 == "," || $0.isWhitespace } }
          .map { String($0.drop { $0 == "#" }) }.filter { !$0.isEmpty }
        change(property, of: other) { (text) throws(PropertyProblem) in
          try TagEdit.edits(in: text, adding: tags, removing: [])
        }
      default: add(property, of: other)
      }
    }
    add(aliases: [other.title] + aliases, of: other)
  }

  private mutating func add(_ property: NoteProperty, of other: NoteJoining.Part) {
    guard let own = PropertyEdit.property(property.name, in: text) else {
      if !copy(property, of: other) { differ(property, of: other) }
      return
    }
    if own.value == property.value { return }
    if case .list = own.value, case .list = property.value {
      for item in property.values {
        change(property, of: other) { (text) throws(PropertyProblem) in
          try PropertyEdit.add(item, to: own.name, in: text)
        }
      }
    } else if own.value == .null, let type = PropertyType(of: property.value, named: own.name) {
      let change = PropertyChange.set(name: own.name, values: property.values, type: type)
      self.change(property, of: other) { (text) throws(PropertyProblem) in
        try PropertyEdit.edits(change, in: text)
      }
    } else if property.value != .null {
      differ(property, of: other)
    }
  }

  private static func aliases(_ property: NoteProperty) -> [String] {
    guard property.values.count == 1 else { return property.values }
    // A single string may contain several aliases.
    return property.values[0].split(separator: ",").map {
      String(decoding: Byte.onOneLine(String($0)), as: UTF8.self)
    }
  }

  private mutating func add(aliases: [String], of other: NoteJoining.Part) {
    let own =
      PropertyEdit.property("aliases", in: text) ?? PropertyEdit.property("alias", in: text)
    let old = own.map { Self.aliases($0) } ?? []
    var known = Set((old + [target.title]).map { Folding.name($0.utf8) })
    let new = aliases.filter { !$0.isEmpty && known.insert(Folding.name($0.utf8)).inserted }
    if new.isEmpty { return }
    let name = own?.name ?? "aliases"
    let wanted = NoteProperty(name: name, values: new)
    if let own, own.values.count == 1, old.count > 1 {
      return change(wanted, of: other) { (text) throws(PropertyProblem) in
        try PropertyEdit.set(name, to: old + new, in: text)
      }
    }
    for alias in new {
      change(wanted, of: other) { (text) throws(PropertyProblem) in
        try PropertyEdit.add(alias, to: name, in: text)
      }
    }
  }

  private mutating func change(
    _ property: NoteProperty, of other: NoteJoining.Part,
    _ edits: ([UInt8]) throws(PropertyProblem) -> [ByteEdit]
  ) {
    do throws(PropertyProblem) {
      text = ByteEdit.apply(try edits(text), to: text)
    } catch {
      differ(property, of: other)
    }
  }

  private mutating func differ(_ property: NoteProperty, of other: NoteJoining.Part) {
    let own = PropertyEdit.property(property.name, in: text)
    let difference = Difference(
      note: other.path, name: property.name, retained: own?.values.joined(separator: ", "),
      other: property.values.joined(separator: ", "))
    if !differences.contains(difference) { differences.append(difference) }
  }

  /// Copies the property's lines as they are written. Returns false if they would mean something
  /// else in the target.
  private mutating func copy(_ property: NoteProperty, of other: NoteJoining.Part) -> Bool {
    guard let lines = Self.lines(of: property.name, in: other.text),
      let old = try? PropertyEdit.properties(in: text)
    else { return false }
    var head = HeadText(text.span)
    let front = head.skipFrontMatter()
    let offset = front?.inner.upperBound ?? head.position
    let ruler = front == nil ? Array("---\n".utf8) : []
    let edit = ByteEdit(range: offset..<offset, bytes: ruler + lines + ruler)
    let new = ByteEdit.apply([edit], to: text)
    guard let read = try? PropertyEdit.properties(in: new), read == old + [property] else {
      return false
    }
    text = new
    return true
  }

  private static func lines(of name: String, in text: [UInt8]) -> [UInt8]? {
    var head = HeadText(text.span)
    guard let front = head.skipFrontMatter(),
      let found = try? PropertyLines(text.span, front).properties.first(where: { $0.name == name })
    else { return nil }
    return Array(text[found.lines])
  }
}
