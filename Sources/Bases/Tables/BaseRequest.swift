import Expressions
package import Services

extension FileTableRequest {
  /// Requests what a view needs of all files. Data that only the rows of a short view show is
  /// loaded row by row instead.
  init(_ base: BaseFile, _ view: BaseView, cellsOfFirst most: Int = .max) {
    self.init()
    let filters = [base.filter, view.filter].compactMap(\.self)
    let scopes = filters.compactMap { FileScope($0) }
    if !scopes.isEmpty { scope = .all(scopes) }
    var nodes = filters.flatMap(\.nodes)
    let isShort = view.limit.map { $0 <= Self.fewRows } ?? false
    var columns = view.sort.map(\.column) + [view.group?.column].compactMap(\.self)
    if !isShort { columns += view.summaries.map(\.column) }
    if !isShort, most > Self.fewRows { columns += view.order + [view.image].compactMap(\.self) }
    var formulas = Set(nodes.flatMap(\.formulas))
    for column in columns {
      switch column.kind {
      case .file(let field): add(field)
      case .note(let name): properties?.insert(name.key)
      case .formula(let name): formulas.insert(name)
      }
    }
    var open = Array(formulas)
    while let name = open.popLast() {
      let formula = base.formulas.first { $0.name == name }
      guard case .success(let expression)? = formula?.expression else { continue }
      nodes.append(expression.root)
      open += expression.root.formulas.filter { formulas.insert($0).inserted }
    }
    for node in nodes { add(node) }
  }

  private static let fewRows = 500

  private mutating func add(_ field: BaseFileField) {
    switch field {
    case .size, .ctime, .mtime: hasFacts = true
    case .tags: hasTags = true
    case .properties: properties = nil
    default: break
    }
  }

  private mutating func add(_ node: ExpressionNode) {
    switch node.kind {
    case .name(let name):
      switch name.text.lowercased() {
      // The node around these names determines what is needed.
      case "file", "this", "formula": break
      case "note": properties = nil
      default: properties?.insert(name.key)
      }
      return
    case .member(let inner, let name):
      if inner.isName("this") || inner.isName("formula") { return }
      if let field = BaseFileField(name) { add(field) }
      properties?.insert(name.key)
      if inner.isName("note") { return }
    case .method(_, "hasTag", _): hasTags = true
    case .method(let inner, "hasProperty", let nodes):
      if let name = nodes.first?.text { properties?.insert(FieldName(name).key) }
      if inner.isName("file") { return }
    case .item(let inner, let index):
      if let name = index.text { properties?.insert(FieldName(name).key) }
      if inner.isName("note"), index.text != nil { return }
    default: break
    }
    for part in node.parts { add(part) }
  }
}

extension BaseFilter {
  fileprivate var nodes: [ExpressionNode] {
    switch self {
    case .condition(let formula): (try? formula.expression.get()).map { [$0.root] } ?? []
    case .all(let filters), .any(let filters), .none(let filters): filters.flatMap(\.nodes)
    }
  }
}

extension FileScope {
  /// Returns what every file has in common that passes a filter; nil if that is unknown.
  init?(_ filter: BaseFilter) {
    switch filter {
    case .condition(let formula):
      guard case .success(let expression) = formula.expression else { return nil }
      self.init(expression.root)
    case .all(let filters): self.init(all: filters.map { FileScope($0) })
    case .any(let filters): self.init(any: filters.map { FileScope($0) })
    case .none: return nil
    }
  }

  /// Combines conditions that all hold; nil if none is known.
  package init?(all scopes: [FileScope?]) {
    let known = scopes.compactMap(\.self)
    if known.isEmpty { return nil }
    self = known.count == 1 ? known[0] : .all(known)
  }

  /// Combines conditions of which one holds; nil if any of them is unknown.
  package init?(any scopes: [FileScope?]) {
    let known = scopes.compactMap(\.self)
    if known.isEmpty || known.count < scopes.count { return nil }
    self = .any(known)
  }

  /// Whether only the same text, or a link, equals the text: it is neither a number nor a date, and
  /// has only one spelling.
  private static func isWord(_ text: String) -> Bool {
    text.utf8.first.map { ($0 | 0x20) &- 0x61 < 26 } ?? false && text.utf8.allSatisfy { $0 < 0x80 }
      && NumberText.read(text) == nil
  }

  private init?(least: ExpressionNode, most: ExpressionNode) {
    if let key = most.property, case .number(let number)? = least.literal, number.isFinite {
      self = .number(key, number...Double.greatestFiniteMagnitude)
    } else if let key = least.property, case .number(let number)? = most.literal, number.isFinite {
      self = .number(key, -Double.greatestFiniteMagnitude...number)
    } else {
      self.init(
        all: [least.property.map(FileScope.property), most.property.map(FileScope.property)])
    }
  }

  private init?(_ node: ExpressionNode) {
    switch node.kind {
    case .binary(.and, let left, let right):
      self.init(all: [FileScope(left), FileScope(right)])
    case .binary(.or, let left, let right): self.init(any: [FileScope(left), FileScope(right)])
    case .binary(.equal, let left, let right):
      guard let literal = left.literal ?? right.literal, !literal.isNull else { return nil }
      let other = left.literal == nil ? left : right
      if case .member(let file, let name) = other.kind, file.isName("file"),
        BaseFileField(name) == .ext, case .string("md") = literal
      {
        self = .note
        return
      }
      guard let key = other.property else { return nil }
      switch literal {
      case .number(let number): self = .number(key, number...number)
      case .string(let text) where Self.isWord(text): self = .text(key, text)
      default: self = .property(key)
      }
    // A missing value is neither less nor greater than anything.
    case .binary(.less, let left, let right), .binary(.lessOrEqual, let left, let right):
      self.init(least: left, most: right)
    case .binary(.greater, let left, let right), .binary(.greaterOrEqual, let left, let right):
      self.init(least: right, most: left)
    case .method(let file, let name, let nodes) where file.isName("file"):
      let texts = nodes.compactMap(\.text)
      guard texts.count == nodes.count, let first = texts.first else { return nil }
      switch name {
      case "hasTag":
        self.init(any: texts.map { .tag(String($0.hasPrefix("#") ? $0.dropFirst() : $0[...])) })
      case "inFolder": self = .folder(first.split(separator: "/").joined(separator: "/"))
      case "hasProperty": self = .property(FieldName(first).key)
      default: return nil
      }
    case .method(let inner, let name, _):
      // These are false for a missing value.
      guard name.hasPrefix("contains") || name.hasSuffix("With"), let key = inner.property else {
        return nil
      }
      self = .property(key)
    case .name, .member, .item:
      guard let key = node.property else { return nil }
      self = .property(key)
    default: return nil
    }
  }
}

extension ExpressionNode {
  fileprivate var literal: Value? {
    if case .literal(let value) = kind { value } else { nil }
  }

  fileprivate var text: String? {
    if case .string(let text)? = literal { text } else { nil }
  }

  /// The key of the row's property that the node is; nil for other nodes.
  fileprivate var property: [UInt8]? {
    switch kind {
    case .name(let name):
      ["file", "this", "note", "formula"].contains(name.text.lowercased()) ? nil : name.key
    case .member(let inner, let name): inner.isName("note") ? name.key : nil
    case .item(let inner, let index):
      inner.isName("note") ? index.text.map { FieldName($0).key } : nil
    default: nil
    }
  }
}
