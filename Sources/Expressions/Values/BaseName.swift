import Folding

/// A name as it is written, and what it shares with other spellings of it.
package struct BaseName: Hashable, Sendable {
  package let text: String
  package let key: [UInt8]

  package init(_ text: String) {
    self.text = text
    key = Folding.name(text.utf8)
  }

  package static func == (left: BaseName, right: BaseName) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
