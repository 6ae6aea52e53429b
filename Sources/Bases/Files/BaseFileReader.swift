import Bytes
import Expressions
import Yaml

extension BaseFile {
  /// The largest file that is read, in bytes.
  static let longest = 1 << 20

  package init(_ bytes: [UInt8]) {
    self.init()
    var reader = BaseFileReader(bytes)
    self = reader.readAll()
  }
}

/// Reads a base's file. Faulty parts are reported and left out.
struct BaseFileReader {
  private let bytes: [UInt8]
  private var file = BaseFile()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func readAll() -> BaseFile {
    do throws(YamlProblem) {
      if bytes.count > BaseFile.longest {
        file.problems.append(BaseProblem(line: 1, column: 1, reason: "the file is too long"))
        file.isReadable = false
      } else if let root = try Yaml.read(bytes) {
        read(root)
      }
    } catch {
      file.problems.append(
        BaseProblem(line: error.line, column: error.column, reason: error.reason))
      file.isReadable = false
    }
    file.hasViews = !file.views.isEmpty
    if file.views.isEmpty { file.views = [BaseView(name: "Table", type: "table")] }
    file.problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return file
  }

  private mutating func read(_ root: YamlNode) {
    guard isMapping(root, "a base") else {
      file.isReadable = root.isNull
      return
    }
    checkTwice(root)
    if let node = root["filters"] { file.filter = filter(node) }
    if let node = root["formulas"], isMapping(node, "formulas") {
      for pair in node.pairs {
        // An unfinished formula has no name or no expression.
        guard let name = pair.key.text ?? name(of: pair.key),
          let formula = formula(pair.value, named: name, isBlank: "null")
        else { continue }
        file.formulas.append(formula)
      }
      checkCircles()
    }
    if let node = root["properties"], isMapping(node, "properties") {
      for pair in node.pairs {
        guard let column = column(pair.key), let name = pair.value["displayName"]?.text else {
          continue
        }
        file.displayNames[column] = name
      }
    }
    if let node = root["summaries"], isMapping(node, "summaries") {
      for pair in node.pairs {
        guard let name = name(of: pair.key), let formula = formula(pair.value, named: name) else {
          continue
        }
        file.summaries.append(formula)
      }
    }
    guard let views = root["views"], !views.isNull else { return }
    guard case .sequence(let nodes) = views.value else {
      return problem("views are a list", views)
    }
    for node in nodes {
      let known = file.problems.count
      guard var view = view(node) else { continue }
      view.problems = Array(file.problems[known...])
      file.views.append(view)
    }
    checkFormulas()
  }

  private mutating func view(_ node: YamlNode) -> BaseView? {
    guard isMapping(node, "a view") else { return nil }
    checkTwice(node)
    let type = node["type"]?.text ?? "table"
    var view = BaseView(
      name: node["name"]?.text ?? type.prefix(1).uppercased() + type.dropFirst(), type: type)
    (view.line, view.column) = (node.line, node.column)
    if let filters = node["filters"] { view.filter = filter(filters) }
    if let limit = node["limit"], !limit.isNull {
      view.limit = limit.text.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
      if view.limit == nil { problem("limit is a number from 0 on", limit) }
    }
    if let order = node["order"], !order.isNull {
      guard case .sequence(let items) = order.value else {
        problem("order is a list of properties", order)
        return view
      }
      view.order = items.compactMap { column($0) }
    }
    if let sort = node["sort"], !sort.isNull {
      if case .sequence(let items) = sort.value {
        view.sort = items.compactMap { sorting($0) }
      } else {
        problem("sort is a list", sort)
      }
    }
    for pair in node["columnSize"]?.pairs ?? [] {
      // Plugins may use other keys for their own settings.
      guard let column = pair.key.text.flatMap(BaseColumn.init),
        let width = pair.value.text.flatMap({ Int($0) })
      else { continue }
      view.widths[column] = width
    }
    if type == "cards" { view.image = node["image"]?.text.flatMap(BaseColumn.init) }
    if let group = node["groupBy"], !group.isNull {
      view.group = sorting(group.items.first ?? group)
    }
    if let summaries = node["summaries"], !summaries.isNull, isMapping(summaries, "summaries") {
      for pair in summaries.pairs {
        guard let column = column(pair.key), let name = pair.value.text else { continue }
        view.summaries.append(
          BaseView.Summary(column: column, name: name, position: position(pair.value, "")))
        let isOwn = file.summaries.contains { $0.name == FieldName(name) }
        if !isOwn, BaseSummary(name) == nil {
          problem("there is no summary “\(name)”", pair.value)
        }
      }
    }
    return view
  }

  /// Reports each formula that depends on itself, at its position.
  private mutating func checkCircles() {
    var needs: [FieldName: Set<FieldName>] = [:]
    for formula in file.formulas {
      if let root = try? formula.expression.get().root { needs[formula.name] = root.formulas }
    }
    for formula in file.formulas {
      var reached: Set<FieldName> = []
      var open = Array(needs[formula.name] ?? [])
      while let name = open.popLast() {
        if reached.insert(name).inserted { open += needs[name] ?? [] }
      }
      if reached.contains(formula.name) {
        let reason = "formula “\(formula.name.text)” depends on itself"
        file.circles.append(
          formula.position.problem(BaseProblem(line: 1, column: 1, reason: reason)))
      }
    }
    file.problems += file.circles
  }

  /// Reports columns whose formulas are missing. The sorting is not checked: Obsidian leaves
  /// removed formulas there, where they are not visible.
  private mutating func checkFormulas() {
    let names = Set(file.formulas.map(\.name))
    for (index, view) in file.views.enumerated() {
      let columns = view.order + [view.group?.column].compactMap(\.self)
      for case .formula(let name) in columns.map(\.kind) where !names.contains(name) {
        let problem = BaseProblem(
          line: view.line, column: view.column, reason: "there is no formula “\(name.text)”")
        if file.problems.contains(problem) { continue }
        file.problems.append(problem)
        file.views[index].problems.append(problem)
      }
    }
  }

  // MARK: Parts

  private mutating func filter(_ node: YamlNode, depth: Int = 0) -> BaseFilter? {
    switch node.value {
    case .scalar(let text, _):
      if node.isNull || text.utf8.allSatisfy(Byte.isBlank) { return nil }
      return formula(node, named: "").map(BaseFilter.condition)
    case .sequence(let nodes):
      // All conditions of a list without a key must hold.
      return .all(nodes.compactMap { filter($0, depth: depth + 1) })
    case .mapping(let pairs):
      if pairs.count > 1 {
        return broken("a filter has one key: and, or or not", pairs[1].key)
      }
      guard let pair = pairs.first else { return nil }
      let nodes =
        pair.value.isNull ? [] : pair.value.items.isEmpty ? [pair.value] : pair.value.items
      let filters = nodes.compactMap { filter($0, depth: depth + 1) }
      switch pair.key.text?.lowercased() {
      case "and": return .all(filters)
      case "or": return filters.isEmpty ? nil : .any(filters)
      case "not": return .none(filters)
      default: return broken("a filter is and, or, not or an expression", pair.key)
      }
    }
  }

  /// Returns a filter that matches nothing and reports why.
  private mutating func broken(_ reason: String, _ node: YamlNode) -> BaseFilter {
    problem(reason, node)
    return .condition(
      BaseFormula(BaseProblem(line: node.line, column: node.column, reason: reason)))
  }

  private mutating func formula(
    _ node: YamlNode, named name: String, isBlank blank: String? = nil
  ) -> BaseFormula? {
    guard let text = node.text else {
      problem("an expression is expected here", node)
      return nil
    }
    if let blank, text.utf8.allSatisfy(Byte.isBlank) { return BaseFormula(name, blank) }
    let formula = BaseFormula(name, text, at: position(node, text))
    if let problem = formula.problem { file.problems.append(problem) }
    return formula
  }

  private mutating func sorting(_ node: YamlNode) -> BaseView.Sorting? {
    if node.text != nil {
      return column(node).map { BaseView.Sorting(column: $0, isDescending: false) }
    }
    guard let property = node["property"] ?? node["column"] else {
      problem("property is missing here", node)
      return nil
    }
    let direction = node["direction"]?.text?.uppercased() ?? "ASC"
    if direction != "ASC", direction != "DESC" {
      problem("direction is ASC or DESC", node["direction"] ?? node)
    }
    return column(property).map {
      BaseView.Sorting(column: $0, isDescending: direction == "DESC")
    }
  }

  private mutating func column(_ node: YamlNode) -> BaseColumn? {
    if let text = node.text, let column = BaseColumn(text) { return column }
    problem(node.text.map { "files have no “\($0)”" } ?? "a property is expected here", node)
    return nil
  }

  private mutating func name(of node: YamlNode) -> String? {
    if let text = node.text, !text.isEmpty { return text }
    problem("a name is expected here", node)
    return nil
  }

  private mutating func isMapping(_ node: YamlNode, _ what: String) -> Bool {
    if case .mapping = node.value { return true }
    if !node.isNull { problem("\(what): names with values are expected here", node) }
    return false
  }

  private mutating func checkTwice(_ node: YamlNode) {
    var seen: Set<String> = []
    for pair in node.pairs {
      if let name = pair.key.text, !seen.insert(name).inserted {
        problem("“\(name)” is there twice; the first one holds", pair.key)
      }
    }
  }

  private mutating func problem(_ reason: String, _ node: YamlNode) {
    file.problems.append(BaseProblem(line: node.line, column: node.column, reason: reason))
  }

  /// Returns the start of a scalar's text.
  private func position(_ node: YamlNode, _ text: String) -> SourcePosition {
    let source = bytes[node.range.clamped(to: 0..<bytes.count)]
    let wanted = Array(text.utf8)
    let isQuoted = source.first == UInt8(ascii: "\"") || source.first == UInt8(ascii: "'")
    if !node.isMarked, source.dropFirst(isQuoted ? 1 : 0).starts(with: wanted) {
      return SourcePosition(
        line: node.line, column: node.column + (isQuoted ? 1 : 0), isVerbatim: true)
    }
    // The text is a block; its lines are indented like the first one.
    if source.first == Byte.bar, let end = source.firstIndex(of: Byte.lineFeed) {
      let indent = source[(end + 1)...].prefix { $0 == Byte.space }.count
      return SourcePosition(line: node.line + 1, column: indent + 1, isVerbatim: true)
    }
    return SourcePosition(line: node.line, column: node.column, isVerbatim: false)
  }
}
