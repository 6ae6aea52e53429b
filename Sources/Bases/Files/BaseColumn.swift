package import Expressions

/// What a column shows: a property of the notes, something of the file, or a formula.
package struct BaseColumn: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file(BaseFileField)
    case note(FieldName)
    case formula(FieldName)
  }

  package let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package static let name = BaseColumn(.file(.name))

  /// As files write it: `file.name`, `note.age`, `note["My prop"]`, `formula.x`, `age`; nil where there
  /// is nothing of that name in a file.
  package init?(_ text: String) {
    for root in ["file", "note", "formula"] {
      guard text.utf8.count > root.utf8.count,
        FieldName(String(text.prefix(root.count))) == FieldName(root)
      else { continue }
      let rest = text.dropFirst(root.count)
      let name: String
      if rest.hasPrefix(".") {
        name = String(rest.dropFirst())
      } else if rest.hasPrefix("[\"") && rest.hasSuffix("\"]")
        || rest.hasPrefix("['") && rest.hasSuffix("']"), rest.count > 4
      {
        name = String(rest.dropFirst(2).dropLast(2))
      } else {
        continue
      }
      switch root {
      case "file":
        guard let field = BaseFileField(FieldName(name)) else { return nil }
        kind = .file(field)
      case "note": kind = .note(FieldName(name))
      default: kind = .formula(FieldName(name))
      }
      return
    }
    guard !text.isEmpty else { return nil }
    kind = .note(FieldName(text))
  }

  /// What is over it where no name is given.
  var title: String {
    switch kind {
    case .file(let field): field.title
    case .note(let name), .formula(let name): name.text
    }
  }

  /// The property of notes that it shows.
  package var property: String? { if case .note(let name) = kind { name.text } else { nil } }

  /// As files write it.
  package var text: String {
    switch kind {
    case .file(let field): "file.\(field.rawValue)"
    case .note(let name):
      BaseColumn(name.text) == self ? name.text : "note.\(name.text)"
    case .formula(let name): "formula.\(name.text)"
    }
  }
}
