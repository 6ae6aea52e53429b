package import Bytes
import Entities

/// Why a property cannot be changed without touching more than its own lines.
package enum PropertyProblem: Error, Equatable, Sendable {
  /// The front matter is not valid YAML, with the line and the reason.
  case broken(String)
  /// The front matter is JSON, or several properties share a line.
  case isFlow
  /// The name occurs more than once.
  case twice(String)
  /// The value has an anchor, an alias or a tag.
  case marked(String)
  /// The value contains nested values or several lines.
  case nested(String)
  /// There already is a property of the new name.
  case taken(String)
  /// The edit would change something else too.
  case notAlone(String)

  package var message: String {
    switch self {
    case .broken(let reason):
      "The front matter cannot be read (\(reason)). Correct it in the editor first."
    case .isFlow:
      "The front matter does not have a line for each property. Change it in the editor."
    case .twice(let name):
      "“\(name)” is there more than once. Change it in the editor."
    case .marked(let name):
      "“\(name)” has an anchor, an alias or a tag of YAML in it. Change it in the editor."
    case .nested(let name):
      "“\(name)” has values inside its value, or several lines. Change it in the editor, or unset it first."
    case .taken(let name): "It has “\(name)” already."
    case .notAlone(let name):
      "“\(name)” cannot be changed without changing more. Change it in the editor."
    }
  }
}

/// Changes one property of a note. All other bytes stay as they are, and the change uses the note's
/// line ends, list indents and quotes.
package enum PropertyEdit {
  /// Sets a property's values: one, a list, or none. A note without front matter gets some.
  package static func set(
    _ name: String, to values: [String], in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    try edit(name, in: bytes) { note throws(PropertyProblem) in
      note.set(name, to: values)
    } expecting: { _ in
      values
    }
  }

  /// Removes the property's lines.
  package static func remove(
    _ name: String, in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    try edit(name, in: bytes) { note throws(PropertyProblem) in
      note.remove(name)
    } expecting: { _ in
      nil
    }
  }

  /// Adds an item to a list, or makes a list of a single value; no edits if the item is there.
  package static func add(
    _ item: String, to name: String, in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    try edit(name, in: bytes) { note throws(PropertyProblem) in
      try note.add(item, to: name)
    } expecting: { old in
      let old = old ?? []
      return old.contains(item) ? old : old + [item]
    }
  }

  /// Removes an item from a list; no edits if the item is not there.
  package static func remove(
    _ item: String, from name: String, in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    try edit(name, in: bytes) { note throws(PropertyProblem) in
      try note.remove(item, from: name)
    } expecting: { old in
      old?.filter { $0 != item }
    }
  }

  /// Removes words from a list's items and adds items; the other items stay as they are. A list
  /// with no items left is removed. Throws `.notAlone` if it is neither a list nor a text.
  package static func change(
    _ name: String, words: (String) -> [String], without isGone: (String) -> Bool,
    adding new: [String], in bytes: [UInt8]
  ) throws(PropertyProblem) -> [ByteEdit] {
    var values: [String]?
    return try edit(name, in: bytes) { note throws(PropertyProblem) in
      if let change = note.change(name, words: words, without: isGone, adding: new) {
        values = change.values
        return change.edits
      }
      guard note.isOneText(name) || note.isList(name) else { throw .notAlone(name) }
      return []
    } expecting: { old in
      values ?? old
    }
  }

  /// Makes edits, and verifies their result by reading it before it is used.
  static func edit(
    _ name: String, in bytes: [UInt8],
    _ change: (EditedProperties) throws(PropertyProblem) -> [ByteEdit],
    expecting: ([String]?) -> [String]?, typed: () -> PropertyValue? = { nil }
  ) throws(PropertyProblem) -> [ByteEdit] {
    let before = properties(of: bytes)
    if let problem = before.problem { throw .broken(problem) }
    let edits = try change(EditedProperties(bytes))
    let after = properties(of: ByteEdit.apply(edits, to: bytes))
    let old = before.properties.first { $0.name == name }
    var expected = before.properties
    let index = expected.firstIndex { $0.name == name }
    if let values = expecting(old?.values) {
      let property = NoteProperty(name: name, values: values)
      if let index { expected[index] = property } else { expected.append(property) }
    } else if let index {
      expected.remove(at: index)
    }
    guard after.problem == nil,
      after.properties.elementsEqual(
        expected,
        by: { new, wanted in
          new.name == wanted.name && new.values == wanted.values
            && new.value == (new.name == name ? typed() ?? new.value : wanted.value)
        })
    else { throw .notAlone(name) }
    return edits
  }

  static func properties(of bytes: [UInt8]) -> FrontMatterContent {
    var text = HeadText(bytes.span)
    let found = text.skipFrontMatter()
    return found.map { FrontMatterReader.read(bytes.span, $0) } ?? FrontMatterContent()
  }
}
