import Expressions

/// What a new note needs to be shown in a view, as far as the filters are simple.
package struct NewNoteValues: Equatable, Sendable {
  package struct Property: Equatable, Sendable {
    package var name: String
    /// The value as front matter has it.
    package var text: String
  }

  package var folder: String?
  package var tags: [String] = []
  package var properties: [Property] = []
}

extension BaseFile {
  /// Returns the folder, the tags and the properties with fixed values that the filters require.
  /// Alternatives in a condition are ignored.
  package func seed(for view: BaseView) -> NewNoteValues {
    var seed = NewNoteValues()
    for filter in [filter, view.filter].compactMap(\.self) { seed.add(filter) }
    return seed
  }
}

extension NewNoteValues {
  fileprivate mutating func add(_ filter: BaseFilter) {
    switch filter {
    case .condition(let formula):
      if case .success(let expression) = formula.expression { add(expression.root) }
    case .all(let filters): for filter in filters { add(filter) }
    case .any(let filters): if filters.count == 1 { add(filters[0]) }
    case .none: break
    }
  }

  private mutating func add(_ node: ExpressionNode) {
    switch node.kind {
    case .binary(.and, let left, let right):
      add(left)
      add(right)
    case .binary(.equal, let left, let right):
      guard let value = right.plain ?? left.plain else { return }
      add(right.plain == nil ? right : left, equalTo: value)
    case .method(let file, let name, let nodes) where file.isName("file"):
      guard let text = nodes.first?.plain else { return }
      switch name {
      case "hasTag": add(tag: text)
      case "inFolder": folder = folder ?? Self.folder(text)
      default: break
      }
    case .method(let inner, "contains", let nodes):
      if case .member(let file, let name) = inner.kind, file.isName("file"),
        BaseFileField(name) == .tags, let text = nodes.first?.plain
      {
        add(tag: text)
      }
    default: break
    }
  }

  private mutating func add(tag text: String) {
    let tag = String(text.drop { $0 == "#" })
    if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
  }

  private static func folder(_ text: String) -> String { text == "/" ? "" : text }

  private mutating func add(_ node: ExpressionNode, equalTo text: String) {
    let name: FieldName
    switch node.kind {
    case .name(let own): name = own
    case .member(let inner, let field) where inner.isName("file"):
      if BaseFileField(field) == .folder { folder = Self.folder(text) }
      return
    case .member(let inner, let own) where inner.isName("note"): name = own
    default: return
    }
    if !properties.contains(where: { FieldName($0.name) == name }) {
      properties.append(Property(name: name.text, text: text))
    }
  }
}

extension ExpressionNode {
  fileprivate var plain: String? {
    guard case .literal(let value) = kind else { return nil }
    switch value {
    case .string(let text): return text
    case .number(let number): return NumberText.text(number)
    case .boolean(let isTrue): return isTrue ? "true" : "false"
    default: return nil
    }
  }
}
