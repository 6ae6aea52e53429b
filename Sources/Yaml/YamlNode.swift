/// A YAML value and its range in the source, so that it can be changed on its own.
package struct YamlNode: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    /// `isPlain`: without quotes and not in a block, so that `5` may be a number.
    case scalar(String, isPlain: Bool)
    case sequence([YamlNode])
    /// In the order of the source; a name may occur twice.
    case mapping([YamlPair])
  }

  package var value: Value
  /// The position, counted from 1; columns count characters.
  package var line: Int
  package var column: Int
  /// The bytes in the source, with quotes, brackets, an anchor and a tag, without comments after
  /// them. For an alias only `*name`; for an empty value, nothing after the colon or the dash.
  package var range: Range<Int>
  /// Whether it is a list in brackets or a mapping in braces.
  package var isFlow = false
  /// Whether it is an alias, `*name`. Offsets in `value` are those of the anchor.
  package var isAlias = false
  /// Whether it has an anchor or a tag.
  package var isMarked = false

  /// The text of a scalar; nil for others.
  package var text: String? {
    if case .scalar(let text, _) = value { text } else { nil }
  }

  /// The items of a list; empty for others.
  package var items: [YamlNode] {
    if case .sequence(let items) = value { items } else { [] }
  }

  /// The pairs of a mapping; empty for others.
  package var pairs: [YamlPair] {
    if case .mapping(let pairs) = value { pairs } else { [] }
  }

  /// Returns the first value of that name in a mapping.
  package subscript(name: String) -> YamlNode? {
    pairs.first { $0.key.text == name }?.value
  }

  /// Whether it is empty, `~` or `null`, without quotes.
  package var isNull: Bool {
    if case .scalar(let text, isPlain: true) = value { Self.isNull(text) } else { false }
  }

  package static func isNull(_ text: String) -> Bool {
    text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// The depth of nested lists and mappings in it.
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

/// Why YAML cannot be read, and the position of the problem, counted from 1.
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
