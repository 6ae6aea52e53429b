/// Names a command, a motion, a text object or an operator, as keymaps write it: `delete-word-left`.
///
/// Whoever has commands of its own (saving, finding) gives them names of the same kind, so that one
/// keymap holds them all.
package struct CommandID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String

  package init(_ name: String) { self.name = name }

  package init(stringLiteral name: String) { self.name = name }

  package var description: String { name }
}
