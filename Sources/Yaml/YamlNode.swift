/// A YAML value with its source range, so that one value can change and every other byte stays.
package struct YamlNode: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    /// A scalar is plain without quotes and outside a text block, so that `5` may be a number.
    case scalar(String, isPlain: Bool)
    case sequence([YamlNode])
    /// Pairs in source order; a name may occur twice.
    case mapping([YamlPair])
  }

  package var value: Value
  /// Line and column count from 1; a column is a character.
  package var line: Int
  package var column: Int
  /// The bytes in the source, including quotes, brackets, an anchor and a tag, without a trailing
  /// comment. An alias has the range of its `*name`; an empty value has an empty range after the
  /// colon or dash.
  package var range: Range<Int>
  /// Whether the list or mapping is written in brackets or braces.
  package var isFlow = false
  /// Whether this is an alias. Its `value`, with all offsets inside, is written elsewhere.
  package var isAlias = false
  /// Whether it has an anchor or a tag.
  package var isMarked = false

  package var text: String? {
    if case .scalar(let text, _) = value { text } else { nil }
  }

  /// The items of a list, or an empty array.
  package var items: [YamlNode] {
    if case .sequence(let items) = value { items } else { [] }
  }

  /// The pairs of a mapping, or an empty array.
  package var pairs: [YamlPair] {
    if case .mapping(let pairs) = value { pairs } else { [] }
  }

  /// Returns a mapping's first value with this name.
  package subscript(name: String) -> YamlNode? {
    pairs.first { $0.key.text == name }?.value
  }

  /// Whether this is an empty value, `~` or `null`, without quotes.
  package var isNull: Bool {
    if case .scalar(let text, isPlain: true) = value { Self.isNull(text) } else { false }
  }

  package static func isNull(_ text: String) -> Bool {
    text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// The nesting depth of lists and mappings inside.
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

/// The reason that YAML cannot be read, with the position, counted from 1.
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
