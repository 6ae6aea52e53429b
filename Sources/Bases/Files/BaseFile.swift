package import Expressions

/// A file of bases: what its views have in common, the views, and its problems.
package struct BaseFile: Sendable {
  package var filter: BaseFilter?
  package var formulas: [BaseFormula] = []
  var displayNames: [BaseColumn: String] = [:]
  /// Of the columns of a view: the values are `values`.
  package var summaries: [BaseFormula] = []
  /// There is always one, though the file may name none.
  package var views: [BaseView] = []
  var hasViews = false
  package var problems: [BaseProblem] = []
  /// Of formulas that need themselves.
  var circles: [BaseProblem] = []
  /// False where its views cannot be read.
  package var isReadable = true

  /// The view of this name, without case; the first one where none is named.
  package func view(named name: String?) -> BaseView? {
    guard let name else { return views.first }
    return views.first { $0.name == name } ?? views.first { FieldName($0.name) == FieldName(name) }
  }

  /// Its problems for a view: not problems of other views, and of
  /// formulas only those that the view uses.
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
  /// `table`, `cards`, `list`, `map`, or what a plugin calls its own.
  package var type: String
  package var filter: BaseFilter?
  package var limit: Int?
  package var order: [BaseColumn] = []
  package var sort: [Sorting] = []
  package var group: Sorting?
  package var summaries: [Summary] = []
  /// Of columns, in pixels.
  package var widths: [BaseColumn: Int] = [:]
  /// What the picture of a card is, where cards are shown.
  package var image: BaseColumn?
  /// Where it begins in the file.
  package var line = 1
  package var column = 1
  /// Its problems.
  var problems: [BaseProblem] = []
}

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

  /// Its heading where no name is given.
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

/// A problem of an expression or a file of bases, with its position: both counted from 1, a column
/// in characters.
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
