import Bases
import Entities
import Expressions
import Services

/// The notes that FROM chooses, with its links resolved.
indirect enum ChosenNotes {
  case tag([UInt8])
  case path([UInt8])
  case these(Set<NotePath>)
  case not(ChosenNotes)
  case all(ChosenNotes, ChosenNotes)
  case any(ChosenNotes, ChosenNotes)

  init(_ source: DataSource, _ table: (any FileTable)?, this: NoteID?) throws(ExpressionFault) {
    func path(_ name: String) -> NotePath? {
      name.isEmpty ? this?.path : table?.path(named: name, from: this?.path ?? NotePath(""))
    }
    switch source {
    case .tag(let name): self = .tag(FieldName(name).key)
    case .path(let name):
      self = .path(
        Array(name.utf8).split(separator: UInt8(ascii: "/")).joined(separator: [UInt8(ascii: "/")])
          .map(\.self))
    case .incoming(let name):
      self = .these(Set(path(name).flatMap { table?.sources(ofLinksTo: $0) } ?? []))
    case .outgoing(let name, let offset):
      guard let table, let note = path(name) else {
        throw ExpressionFault("there is no note “\(name)”", at: offset)
      }
      let targets = table.links(of: note).compactMap { link in
        table.path(named: String(link.target.prefix { $0 != "#" }), from: note)
      }
      self = .these(Set(targets))
    case .csv(_, let offset):
      throw ExpressionFault("csv() cannot be joined with other sources", at: offset)
    case .not(let inner): self = .not(try ChosenNotes(inner, table, this: this))
    case .all(let one, let other):
      self = .all(
        try ChosenNotes(one, table, this: this), try ChosenNotes(other, table, this: this))
    case .any(let one, let other):
      self = .any(
        try ChosenNotes(one, table, this: this), try ChosenNotes(other, table, this: this))
    }
  }

  func has(_ row: FileRow) -> Bool {
    switch self {
    case .tag(let wanted):
      return row.tags.contains { tag in
        let key = FieldName(tag).key
        return key == wanted || key.starts(with: wanted + [UInt8(ascii: "/")])
      }
    case .path(let wanted):
      let path = row.path.bytes
      return wanted.isEmpty || path.starts(with: wanted + [UInt8(ascii: "/")]) || path == wanted
        || path == wanted + Array(".md".utf8)
    case .these(let paths): return paths.contains(row.path)
    case .not(let inner): return !inner.has(row)
    case .all(let one, let other): return one.has(row) && other.has(row)
    case .any(let one, let other): return one.has(row) || other.has(row)
    }
  }

  /// The notes among which all chosen ones are; nil if the index must look for them.
  var these: Set<NotePath>? {
    switch self {
    case .these(let paths): paths
    case .tag, .path, .not: nil
    case .all(let one, let other): one.these ?? other.these
    case .any(let one, let other):
      one.these.flatMap { one in other.these.map(one.union) }
    }
  }

  /// The scope of the index that contains all of them; nil if there is none.
  var scope: FileScope? {
    switch self {
    case .tag(let key): return .tag(String(decoding: key, as: UTF8.self))
    case .path(let path):
      let name = String(decoding: path, as: UTF8.self)
      return path.isEmpty ? nil : .any([.folder(name), .path(name)])
    case .these, .not: return nil
    case .all(let one, let other): return FileScope(all: [one.scope, other.scope])
    case .any(let one, let other): return FileScope(any: [one.scope, other.scope])
    }
  }
}

extension FileTableRequest {
  /// Asks for what a query needs of all notes.
  init(_ query: DataQuery, _ scope: FileScope?) {
    self.init()
    self.scope = .all([.note] + [scope, query.known].compactMap(\.self))
    hasTags = query.source?.hasTags ?? false
    for node in query.nodes { add(node) }
    hasFields = properties?.isEmpty != true
  }

  private mutating func add(_ node: ExpressionNode) {
    switch node.kind {
    case .name(let name): add(name)
    case .member(let inner, let name):
      if inner.name?.text == "this" { return }
      switch name.text {
      case "size", "ctime", "cday", "mtime", "mday": hasFacts = true
      case "tags", "etags": hasTags = true
      case "aliases", "frontmatter": properties = nil
      case "day": add(FieldName("date"))
      default: break
      }
      // `name` in `file.name` is not a property.
      if !inner.isFile { add(name) }
    default: break
    }
    for part in node.parts { add(part) }
  }

  private mutating func add(_ name: FieldName) {
    if !["file", "this", "rows", "row", "key"].contains(name.text) {
      properties?.formUnion(name.keys)
    }
  }
}

extension DataQuery {
  /// The scope of the index that contains all notes that pass the first conditions; nil if there is none,
  /// and for tasks, which have fields of their own.
  fileprivate var known: FileScope? {
    if kind == .task { return nil }
    var scopes: [FileScope] = []
    for step in steps {
      guard case .filter(let node) = step else { break }
      if let scope = FileScope(node) { scopes.append(scope) }
    }
    return scopes.isEmpty ? nil : .all(scopes)
  }
}

extension FileScope {
  fileprivate init?(_ node: ExpressionNode) {
    switch node.kind {
    case .binary(.and, let left, let right):
      self.init(all: [FileScope(left), FileScope(right)])
    case .binary(.or, let left, let right): self.init(any: [FileScope(left), FileScope(right)])
    case .binary(let operation, let left, let right):
      guard let name = left.field, case .literal(let value) = right.kind else { return nil }
      // Null is less than any value, so `>` needs a value, and `<` does not.
      switch (operation, value) {
      case (.greater, .number(let number)), (.greaterOrEqual, .number(let number)):
        self.init(name, number...Double.greatestFiniteMagnitude)
      case (.equal, .number(let number)): self.init(name, number...number)
      case (.greater, _): self.init(name)
      case (.equal, _), (.greaterOrEqual, _):
        if value.isNull { return nil }
        self.init(name)
      default: return nil
      }
    case .call("contains", let nodes), .call("icontains", let nodes):
      guard let name = nodes.first?.field, case .literal(.string) = nodes[1].kind else {
        return nil
      }
      self.init(name)
    case .name:
      guard let name = node.field else { return nil }
      self.init(name)
    default: return nil
    }
  }

  private init(_ name: FieldName) {
    self = .any(name.keys.flatMap { [.property($0), .field($0)] })
  }

  private init?(_ name: FieldName, _ range: ClosedRange<Double>) {
    guard range.lowerBound.isFinite else { return nil }
    self = .any(name.keys.flatMap { [.number($0, range), .field($0)] })
  }
}

extension ExpressionNode {
  /// The name, if the node is a field of the note.
  fileprivate var field: FieldName? {
    if case .name(let name) = kind, !["file", "this", "row", "rows"].contains(name.text) {
      name
    } else {
      nil
    }
  }

  fileprivate var isFile: Bool {
    switch kind {
    case .name(let name): name.text == "file"
    case .member(_, let name): name.text == "file"
    default: false
    }
  }
}
