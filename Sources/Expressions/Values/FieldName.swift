import Folding

/// A name as it is written, and what it shares with other spellings of it.
package struct FieldName: Hashable, Sendable {
  package let text: String
  package let key: [UInt8]

  package init(_ text: String) {
    self.text = text
    key = Folding.name(text.utf8)
  }

  package static func == (left: FieldName, right: FieldName) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
