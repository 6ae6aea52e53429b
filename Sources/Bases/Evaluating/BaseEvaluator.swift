/// Works expressions out, within a budget of steps and of memory. It changes nothing.
package final class BaseEvaluator {
  let files: any BaseFiles
  let moment: BaseMoment
  /// The file that `this` is.
  let this: Int?
  private let formulas: [BaseName: BaseFormula]

  /// The file whose row is worked out.
  private(set) var row: Int?
  private var locals: [BaseName: BaseValue] = [:]
  private var worked: [BaseName: Result<BaseValue, BaseProblem>] = [:]
  private var open: [BaseName] = []
  private var depth = 0
  private let budget: WorkBudget

  static let mostBytes = WorkBudget.mostBytes
  private static let deepest = 500

  package init(
    files: any BaseFiles, moment: BaseMoment, this: Int?, formulas: [BaseName: BaseFormula] = [:],
    within budget: WorkBudget = .ofView
  ) {
    self.budget = budget
    self.files = files
    self.moment = moment
    self.this = this
    self.formulas = formulas
  }

  /// What an expression comes to for a file.
  package func value(
    of formula: BaseFormula, for file: Int?, values: BaseList? = nil
  ) throws(BaseProblem) -> BaseValue {
    let expression = try formula.expression.get()
    if row != file { worked.removeAll(keepingCapacity: true) }
    row = file
    locals = values.map { [Self.valuesName: .list($0)] } ?? [:]
    startValue()
    do throws(BaseFault) {
      return try value(expression.root)
    } catch {
      throw formula.place.problem(expression.problem(error))
    }
  }

  /// What a formula of the base comes to for a file.
  package func formula(_ name: BaseName, for file: Int) throws(BaseProblem) -> BaseValue {
    if row != file { worked.removeAll(keepingCapacity: true) }
    row = file
    locals = [:]
    startValue()
    let value = try work(out: name)
    do throws(WorkBudget.Lack) {
      try budget.keepValue()
    } catch {
      throw BaseProblem(line: 1, column: 1, reason: error.rawValue)
    }
    return value
  }

  private func startValue() {
    budget.startValue()
    depth = 0
    open.removeAll()
  }

  private func work(out name: BaseName) throws(BaseProblem) -> BaseValue {
    if let known = worked[name] { return try known.get() }
    guard let formula = formulas[name] else {
      throw BaseProblem(line: 1, column: 1, reason: "there is no formula “\(name.text)”")
    }
    let answer: Result<BaseValue, BaseProblem>
    if open.contains(name) {
      let circle = (open + [formula.name]).map(\.text).joined(separator: " → ")
      throw formula.place.problem(
        BaseProblem(line: 1, column: 1, reason: "formulas go in a circle: \(circle)"))
    }
    switch formula.expression {
    case .failure(let problem): answer = .failure(problem)
    case .success(let expression):
      open.append(name)
      let outer = locals
      locals = [:]
      do throws(BaseFault) {
        answer = .success(try value(expression.root))
      } catch {
        answer = .failure(formula.place.problem(expression.problem(error)))
      }
      locals = outer
      open.removeLast()
    }
    // Within a circle it would be another answer from another formula.
    if open.isEmpty || (try? answer.get()) != nil { worked[name] = answer }
    return try answer.get()
  }

  /// Takes steps and memory from the budget.
  func spend(_ steps: Int = 1, bytes: Int = 0, at offset: Int) throws(BaseFault) {
    do throws(WorkBudget.Lack) {
      try budget.spend(steps, bytes: bytes)
    } catch {
      throw BaseFault(offset: offset, reason: error.rawValue)
    }
  }

  func text(_ text: String, at offset: Int) throws(BaseFault) -> BaseValue {
    try spend(text.utf8.count / 64, bytes: text.utf8.count, at: offset)
    return .string(text)
  }

  func list(_ items: [BaseValue], at offset: Int) throws(BaseFault) -> BaseValue {
    try spend(items.count / 16, bytes: items.count * 48, at: offset)
    guard items.allSatisfy({ $0.depth < BaseValue.deepest }) else {
      throw BaseFault(offset: offset, reason: "lists are nested too deep")
    }
    return .list(BaseList(items))
  }

  func value(_ node: BaseNode) throws(BaseFault) -> BaseValue {
    try spend(at: node.offset)
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      throw BaseFault(offset: node.offset, reason: "formulas are nested too deep")
    }
    switch node.kind {
    case .literal(let value): return value
    case .list(let nodes): return try list(try values(nodes), at: node.offset)
    case .object(let pairs): return try object(pairs, at: node.offset)
    case .name(let name): return try value(named: name)
    case .member(let inner, let name): return try member(name, of: inner, at: node.offset)
    case .item(let inner, let index):
      return try item(try value(index), of: try value(inner), at: node.offset)
    case .function(let name, let arguments):
      return try function(name, arguments, at: node.offset)
    case .method(let inner, let name, let arguments):
      return try method(name, of: try value(inner), arguments, at: node.offset)
    case .not(let inner): return .boolean(!(try value(inner)).isTruthy)
    case .negative(let inner): return try negative(try value(inner), at: node.offset)
    case .binary(let operation, let left, let right):
      return try binary(operation, left, right, at: node.offset)
    }
  }

  func values(_ nodes: [BaseNode]) throws(BaseFault) -> [BaseValue] {
    var values: [BaseValue] = []
    values.reserveCapacity(nodes.count)
    for node in nodes { values.append(try value(node)) }
    return values
  }

  private func object(
    _ pairs: [(name: String, value: BaseNode)], at offset: Int
  ) throws(BaseFault) -> BaseValue {
    var made: [(name: BaseName, value: BaseValue)] = []
    for pair in pairs {
      let value = try value(pair.value)
      guard value.depth < BaseValue.deepest else {
        throw BaseFault(offset: offset, reason: "objects are nested too deep")
      }
      made.append((BaseName(pair.name), value))
    }
    try spend(bytes: made.count * 64, at: offset)
    return .object(BaseObject(made))
  }

  static let valuesName = BaseName("values")
  static let valueName = BaseName("value")
  static let indexName = BaseName("index")
  static let accName = BaseName("acc")
  private static let fileName = BaseName("file")
  private static let noteName = BaseName("note")
  private static let formulaName = BaseName("formula")
  private static let thisName = BaseName("this")

  /// With these names besides, for a part of an expression.
  func value(_ node: BaseNode, with names: [BaseName: BaseValue]) throws(BaseFault) -> BaseValue {
    let outer = locals
    locals.merge(names) { $1 }
    defer { locals = outer }
    return try value(node)
  }

  private func value(named name: BaseName) throws(BaseFault) -> BaseValue {
    if let local = locals[name] { return local }
    switch name {
    case Self.fileName: return row.map(BaseValue.file) ?? .null
    case Self.thisName: return this.map(BaseValue.file) ?? .null
    case Self.noteName:
      return row.map { .object(files.properties(of: $0)) } ?? .null
    default: return row.flatMap { files.property(name, of: $0) } ?? .null
    }
  }

  private func member(
    _ name: BaseName, of inner: BaseNode, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    if case .name(let root) = inner.kind, locals[root] == nil {
      switch root {
      case Self.noteName: return row.flatMap { files.property(name, of: $0) } ?? .null
      case Self.formulaName:
        do throws(BaseProblem) {
          return try work(out: name)
        } catch {
          throw BaseFault(
            offset: offset,
            reason: formulas[name] == nil || error.reason.hasPrefix("formula")
              ? error.reason : "formula “\(name.text)”: \(error.text)")
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
}
