import Entities
import Expressions

/// Evaluates the expressions of bases.
final class BaseEvaluator: ExpressionEvaluator {
  let files: any BaseFiles
  let moment: BaseMoment
  /// The file that `this` refers to.
  let this: Int?
  private let formulas: [FieldName: BaseFormula]

  /// The file whose row is being evaluated.
  private(set) var row: Int?
  private var locals: [FieldName: Value] = [:]
  private var worked: [FieldName: Result<Value, BaseProblem>] = [:]
  private var open: [FieldName] = []
  package let budget: WorkBudget

  package static let brackets = ValueBrackets(list: ("", ""), object: ("{", "}"))
  package static let endsEarly = true

  init(
    files: any BaseFiles, moment: BaseMoment, this: Int?, formulas: [FieldName: BaseFormula] = [:],
    within budget: WorkBudget = .ofView
  ) {
    self.budget = budget
    self.files = files
    self.moment = moment
    self.this = this
    self.formulas = formulas
  }

  package func value(
    of formula: BaseFormula, for file: Int?, values: ListValue? = nil
  ) throws(BaseProblem) -> Value {
    let expression = try formula.expression.get()
    if row != file { worked.removeAll(keepingCapacity: true) }
    row = file
    locals = values.map { [Self.valuesName: .list($0)] } ?? [:]
    startValue()
    do throws(ExpressionFault) {
      return try value(expression.root)
    } catch {
      throw formula.position.problem(expression.problem(error))
    }
  }

  package func formula(_ name: FieldName, for file: Int) throws(BaseProblem) -> Value {
    if row != file { worked.removeAll(keepingCapacity: true) }
    row = file
    locals = [:]
    startValue()
    let value = try work(out: name)
    do throws(WorkBudget.Exhaustion) {
      try budget.chargeResult()
    } catch {
      throw BaseProblem(line: 1, column: 1, reason: error.rawValue)
    }
    return value
  }

  private func startValue() {
    budget.startValue()
    open.removeAll()
  }

  private func work(out name: FieldName) throws(BaseProblem) -> Value {
    if let known = worked[name] { return try known.get() }
    guard let formula = formulas[name] else {
      throw BaseProblem(line: 1, column: 1, reason: "there is no formula “\(name.text)”")
    }
    let answer: Result<Value, BaseProblem>
    if open.contains(name) {
      let circle = (open + [formula.name]).map(\.text).joined(separator: " → ")
      throw formula.position.problem(
        BaseProblem(
          line: 1, column: 1, reason: "formulas depend on each other in a circle: \(circle)"))
    }
    switch formula.expression {
    case .failure(let problem): answer = .failure(problem)
    case .success(let expression):
      open.append(name)
      let outer = locals
      locals = [:]
      do throws(ExpressionFault) {
        answer = .success(try value(expression.root))
      } catch {
        answer = .failure(formula.position.problem(expression.problem(error)))
      }
      locals = outer
      open.removeLast()
    }
    // A nested failure may be a circle, which is described differently from each formula.
    if open.isEmpty || (try? answer.get()) != nil { worked[name] = answer }
    return try answer.get()
  }

  package func special(_ node: ExpressionNode) throws(ExpressionFault) -> Value {
    switch node.kind {
    case .method(let inner, let name, let nodes):
      return try method(ExpressionCall(name, nodes, at: node.offset), of: try value(inner))
    case .negative(let inner): return try negative(try value(inner), at: node.offset)
    default: throw ExpressionFault("a function cannot be used here", at: node.offset)
    }
  }

  package func isTrue(_ value: Value) -> Bool { value.isTruthy }

  static let valuesName = FieldName("values")
  static let valueName = FieldName("value")
  static let indexName = FieldName("index")
  static let accName = FieldName("acc")
  private static let fileName = FieldName("file")
  private static let noteName = FieldName("note")
  private static let formulaName = FieldName("formula")
  private static let thisName = FieldName("this")

  /// Evaluates a part of an expression with additional names.
  func value(_ node: ExpressionNode, with names: [FieldName: Value]) throws(ExpressionFault)
    -> Value
  {
    let outer = locals
    locals.merge(names) { $1 }
    defer { locals = outer }
    return try value(node)
  }

  package func value(named name: FieldName) throws(ExpressionFault) -> Value {
    if let local = locals[name] { return local }
    switch name {
    case Self.fileName: return row.map(Value.file) ?? .null
    case Self.thisName: return this.map(Value.file) ?? .null
    case Self.noteName:
      return row.map { .object(files.properties(of: $0)) } ?? .null
    default: return row.flatMap { files.property(name, of: $0) } ?? .null
    }
  }

  package func member(
    _ name: FieldName, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value {
    if case .name(let root) = inner.kind, locals[root] == nil {
      switch root {
      case Self.noteName: return row.flatMap { files.property(name, of: $0) } ?? .null
      case Self.formulaName:
        do throws(BaseProblem) {
          return try work(out: name)
        } catch {
          throw ExpressionFault(
            formulas[name] == nil || error.reason.hasPrefix("formula")
              ? error.reason : "formula “\(name.text)”: \(error.text)", at: offset)
        }
      case Self.thisName:
        guard let this else { return .null }
        if name == Self.fileName { return .file(this) }
        if name == Self.noteName { return .object(files.properties(of: this)) }
        if let property = files.property(name, of: this) { return property }
        return BaseFileField(name).map { field($0, of: this) } ?? .null
      default: break
      }
    }
    return try field(name, of: try value(inner), at: offset)
  }

  /// The length at which lists are cut for display, since they may repeat a long text.
  private static let longestShown = 64 << 10

  /// Returns a value as text for display, without a budget; very long lists and objects are cut.
  func shownPlainly(_ value: Value) -> String {
    var out = ""
    Self.brackets.write(value, to: &out, atMost: Self.longestShown) { plain($0) }
    return out
  }

  /// Returns a value's text in expressions, which has more details than cells show.
  package func words(for value: Value) -> String {
    switch value {
    case .date(let date) where date.hasTime: "\(Day(date.civil).text)T\(date.clock)"
    case .link(let link): link.text
    case .shown(let shown) where shown.kind == .image: "![](\(shown.text))"
    default: plain(value)
    }
  }

  /// Returns the text of a value that is neither a list nor an object.
  private func plain(_ value: Value) -> String {
    switch value {
    case .null, .list, .object: ""
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let number): NumberText.text(number)
    case .string(let text): text
    case .date(let date): date.text
    case .duration(let duration): duration.text
    case .link(let link) where link.display == link.target && !link.isExternal:
      "[[\(link.target)]]"
    case .link(let link): link.text
    case .file(let file): files.path(of: file).text
    case .pattern(let pattern): pattern.text
    case .shown(let shown): shown.text
    }
  }
}
