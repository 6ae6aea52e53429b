/// A value of YAML, with where it is written: one value can be changed with every other byte
/// unchanged.
package struct YamlNode: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    /// Plain: neither between quotes nor a block of text, so that `5` may be a number.
    case scalar(String, isPlain: Bool)
    case sequence([YamlNode])
    /// In the order of the source; a name may be there twice.
    case mapping([YamlPair])
  }

  package var value: Value
  /// Both counted from 1; a column is a character.
  package var line: Int
  package var column: Int
  /// Its bytes in the source, with quotes, brackets, an anchor and a tag, without comments behind it. For
  /// an alias, `*name` alone; for nothing, an empty range behind the colon or the dash.
  package var range: Range<Int>
  /// A list between brackets, or a mapping between braces.
  package var isFlow = false
  /// What `*name` means is written elsewhere: `value` and what is in it has offsets of its own.
  package var isAlias = false
  /// It has an anchor or a tag.
  package var isMarked = false

  /// The text of a scalar.
  package var text: String? {
    if case .scalar(let text, _) = value { text } else { nil }
  }

  /// The items of a list, or nothing.
  package var items: [YamlNode] {
    if case .sequence(let items) = value { items } else { [] }
  }

  /// The pairs of a mapping, or nothing.
  package var pairs: [YamlPair] {
    if case .mapping(let pairs) = value { pairs } else { [] }
  }

  /// The first value of that name in a mapping.
  package subscript(name: String) -> YamlNode? {
    pairs.first { $0.key.text == name }?.value
  }

  /// Nothing, `~` or `null`, not between quotes.
  package var isNull: Bool {
    if case .scalar(let text, isPlain: true) = value { Self.isNull(text) } else { false }
  }

  package static func isNull(_ text: String) -> Bool {
    text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// How deep lists and mappings are nested in it.
  var height: Int {
    switch value {
    case .scalar: 0
    case .sequence(let items): 1 + (items.map(\.height).max() ?? 0)
    case .mapping(let pairs): 1 + (pairs.map { max($0.key.height, $0.value.height) }.max() ?? 0)
    }
  }
}

package struct YamlPair: Equatable, Sendable {
  package var key: YamlNode
  package var value: YamlNode
}

/// Why YAML cannot be read, and where, counted from 1.
package struct YamlProblem: Error, Equatable, Sendable {
  package var line: Int
  package var column: Int
  package var reason: String

  package init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}
