package import Expressions

/// A base's file: the common settings of its views, the views, and problems.
package struct BaseFile: Sendable {
  package var filter: BaseFilter?
  package var formulas: [BaseFormula] = []
  var displayNames: [BaseColumn: String] = [:]
  /// The base's own summaries of columns, which use the name `values`.
  package var summaries: [BaseFormula] = []
  /// The views; always at least one, even if the file has none.
  package var views: [BaseView] = []
  var hasViews = false
  package var problems: [BaseProblem] = []
  /// The problems of formulas that depend on themselves.
  var circles: [BaseProblem] = []
  /// Whether its views can be read.
  package var isReadable = true

  /// Returns the view of this name, ignoring case; the first one if `name` is nil.
  package func view(named name: String?) -> BaseView? {
    guard let name else { return views.first }
    return views.first { $0.name == name } ?? views.first { FieldName($0.name) == FieldName(name) }
  }

  /// Returns the problems that concern a view, including those of the formulas that it uses, but
  /// not those of other views.
  func problems(for view: BaseView) -> [BaseProblem] {
    let formulas = (formulas + summaries).compactMap(\.problem) + circles
    let others = Set(formulas + views.flatMap(\.problems)).subtracting(view.problems)
    return problems.filter { !others.contains($0) }
  }

  func title(of column: BaseColumn) -> String { displayNames[column] ?? column.title }
}

package indirect enum BaseFilter: Sendable {
  case condition(BaseFormula)
  case all([BaseFilter])
  case any([BaseFilter])
  case none([BaseFilter])
}

package struct BaseView: Sendable {
  package struct Sorting: Equatable, Sendable {
    package var column: BaseColumn
    package var isDescending: Bool
  }

  package struct Summary: Sendable {
    package var column: BaseColumn
    package var name: String
    package var position: SourcePosition
  }

  package var name: String
  /// `table`, `cards`, `list`, `map`, or the type of a plugin.
  package var type: String
  package var filter: BaseFilter?
  package var limit: Int?
  package var order: [BaseColumn] = []
  package var sort: [Sorting] = []
  package var group: Sorting?
  package var summaries: [Summary] = []
  /// The widths of columns in pixels.
  package var widths: [BaseColumn: Int] = [:]
  /// The column with the picture of a card.
  package var image: BaseColumn?
  /// The position of the view in the file.
  package var line = 1
  package var column = 1
  var problems: [BaseProblem] = []
}

/// The contents of a column: a property of the notes, a field of the file, or a formula.
package struct BaseColumn: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file(BaseFileField)
    case note(FieldName)
    case formula(FieldName)
  }

  package let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package static let name = BaseColumn(.file(.name))

  /// Reads a column as files write it: `file.name`, `note.age`, `note["My prop"]`, `formula.x`,
  /// `age`. Returns nil for an unknown field of `file`.
  init?(_ text: String) {
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

  /// The default heading.
  var title: String {
    switch kind {
    case .file(let field): field.title
    case .note(let name), .formula(let name): name.text
    }
  }

  /// The property that the column shows; nil for others.
  package var property: String? { if case .note(let name) = kind { name.text } else { nil } }

  /// The column as files write it.
  package var text: String {
    switch kind {
    case .file(let field): "file.\(field.rawValue)"
    case .note(let name):
      BaseColumn(name.text) == self ? name.text : "note.\(name.text)"
    case .formula(let name): "formula.\(name.text)"
    }
  }
}

/// A problem in an expression or a base's file, and its position in characters, counted from 1.
package struct BaseProblem: Error, Equatable, Hashable, Sendable {
  package var line: Int
  package var column: Int
  package var reason: String

  init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  init(_ fault: ExpressionFault, in text: String) {
    let (line, column) = fault.position(in: text.utf8)
    self.init(line: line, column: column, reason: fault.reason)
  }

  package var text: String { "\(line):\(column): \(reason)" }
}
