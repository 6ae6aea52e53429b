import Expressions
import Yaml

/// A user's change to a view.
package enum BaseChange: Equatable, Sendable {
  /// Sorts by this column before all others; `nil` removes it from the sorting.
  case sort(BaseColumn, isDescending: Bool?)
  case group(BaseColumn?)
  /// Swaps a column with the next or the previous one.
  case move(BaseColumn, isRight: Bool)
  case hide(BaseColumn)
  /// Sets a column's width in pixels, like Obsidian.
  case width(BaseColumn, Int)
  case limit(Int?)
}

extension BaseFile {
  /// Returns the bytes of a base with one of its views changed. Comments, unknown keys, and
  /// everything else that the change does not touch stay the same to the byte.
  ///
  /// ```swift
  /// let edited = try BaseFile.bytes(bytes, changing: base.views[0], .limit(20))
  /// ```
  ///
  /// Throws if the file is written in a way that a change would not preserve; the user can then
  /// edit it by hand.
  package static func bytes(
    _ bytes: [UInt8], changing view: BaseView, _ change: BaseChange
  ) throws(BaseProblem) -> [UInt8] {
    let before = BaseFile(bytes)
    if !before.hasViews {
      let seeded = try withFirstView(bytes, before)
      return try self.bytes(seeded, changing: BaseFile(seeded).views[0], change)
    }
    guard
      let number = before.views.firstIndex(where: {
        $0.line == view.line && $0.column == view.column
      })
    else { throw BaseProblem(line: view.line, column: view.column, reason: "the view is gone") }
    var editor = try BaseEditor(bytes, view)
    try editor.apply(change)
    let edited = editor.edited
    // Verifies by reading that the change is there and nothing else differs.
    let after = BaseFile(edited)
    guard after.views.count == before.views.count, after.problems.count == before.problems.count,
      after.views.indices.allSatisfy({ index in
        index == number
          ? after.views[index].shows(change, insteadOf: before.views[index])
          : after.views[index].says(before.views[index])
      })
    else { throw editor.refusal("this file's form leaves no room for the change") }
    return edited
  }

  /// Writes the first view at the end of a base without views, which is shown as one table.
  private static func withFirstView(
    _ bytes: [UInt8], _ before: BaseFile
  ) throws(BaseProblem) -> [UInt8] {
    if let problem = before.problems.first { throw problem }
    let lineEnd = bytes.contains(0x0d) ? "\r\n" : "\n"
    let lines = ["views:", "  - type: table", "    name: Table", ""]
    let gap = bytes.isEmpty || bytes.last == 0x0a ? "" : lineEnd
    let seeded = bytes + Array((gap + lines.joined(separator: lineEnd)).utf8)
    let after = BaseFile(seeded)
    guard after.isReadable, after.hasViews, after.views.count == 1,
      after.problems.isEmpty, after.views[0].says(before.views[0])
    else {
      throw BaseProblem(
        line: 1, column: 1, reason: "this file's form leaves no room for a first view")
    }
    return seeded
  }
}

extension BaseView {
  /// Whether two views are equal except for their filters, which no change touches.
  fileprivate func says(_ other: BaseView) -> Bool {
    name == other.name && type == other.type && limit == other.limit && order == other.order
      && sort == other.sort && group == other.group && widths == other.widths
      && summaries.map(\.column) == other.summaries.map(\.column)
      && summaries.map(\.name) == other.summaries.map(\.name)
  }

  fileprivate func shows(_ change: BaseChange, insteadOf old: BaseView) -> Bool {
    var wanted = old
    switch change {
    case .sort(let column, let isDescending):
      wanted.sort.removeAll { $0.column == column }
      if let isDescending {
        wanted.sort.insert(Sorting(column: column, isDescending: isDescending), at: 0)
      }
    case .group(let column):
      wanted.group = column.map {
        Sorting(column: $0, isDescending: old.group?.isDescending ?? false)
      }
    case .move(let column, let isRight):
      guard let index = old.order.firstIndex(of: column) else { return false }
      let other = index + (isRight ? 1 : -1)
      guard old.order.indices.contains(other) else { return false }
      wanted.order.swapAt(index, other)
    case .hide(let column):
      guard let index = old.order.firstIndex(of: column) else { return false }
      wanted.order.remove(at: index)
    case .width(let column, let width): wanted.widths[column] = width
    case .limit(let limit): wanted.limit = limit
    }
    return says(wanted)
  }
}

extension BaseEditor {
  mutating func apply(_ change: BaseChange) throws(BaseProblem) {
    switch change {
    case .sort(let column, let isDescending): try sort(column, isDescending)
    case .group(let column): try group(column)
    case .move(let column, let isRight): try move(column, isRight)
    case .hide(let column):
      let (items, index) = try ordered(column)
      guard items.items.count > 1 else { throw refusal("the last column stays") }
      try remove(index, of: items)
    case .width(let column, let width): try set(column, width)
    case .limit(let limit):
      guard let limit else { return try remove("limit", of: view) }
      if let node = view["limit"] { return try replace(node, by: "\(limit)") }
      try add("limit", BaseLines("\(limit)"), to: view)
    }
  }

  private mutating func sort(
    _ column: BaseColumn, _ isDescending: Bool?
  ) throws(BaseProblem) {
    let list = view["sort"].flatMap { $0.isNull ? nil : $0 }
    let index = list?.items.firstIndex { $0.column == column }
    guard let isDescending else {
      guard let list, let index else { return }
      return try list.items.count == 1 ? remove("sort", of: view) : remove(index, of: list)
    }
    let direction = isDescending ? "DESC" : "ASC"
    if let list, let index, index == 0 {
      let item = list.items[0]
      if item.text != nil { return try replace(item, by: entry(column, direction).flow) }
      if let node = item["direction"] { return try replace(node, by: direction) }
      return try add("direction", BaseLines(direction), to: item)
    }
    if let list, let index { try remove(index, of: list) }
    if let list, !list.items.isEmpty {
      try insert(entry(column, direction), before: list)
    } else {
      if view["sort"] != nil { try remove("sort", of: view) }
      try add("sort", entry(column, direction).asItem, to: view)
    }
  }

  private func entry(_ column: BaseColumn, _ direction: String) -> BaseLines {
    BaseLines(pairs: [("property", name(of: column)), ("direction", direction)])
  }

  private mutating func group(_ column: BaseColumn?) throws(BaseProblem) {
    guard let column else { return try remove("groupBy", of: view) }
    guard let node = view["groupBy"], !node.isNull else {
      if view["groupBy"] != nil { try remove("groupBy", of: view) }
      return try add("groupBy", entry(column, "ASC"), to: view)
    }
    if node.text != nil { return try replace(node, by: name(of: column)) }
    guard let property = node["property"] ?? node["column"] else {
      throw refusal("groupBy has another form", at: node)
    }
    try replace(property, by: name(of: column))
  }

  private mutating func move(_ column: BaseColumn, _ isRight: Bool) throws(BaseProblem) {
    let (list, index) = try ordered(column)
    let other = index + (isRight ? 1 : -1)
    guard list.items.indices.contains(other) else {
      throw refusal(isRight ? "it is the last column" : "it is the first column")
    }
    let (one, two) = (source(list.items[index]), source(list.items[other]))
    try replace(list.items[index], by: two)
    try replace(list.items[other], by: one)
  }

  private mutating func set(_ column: BaseColumn, _ width: Int) throws(BaseProblem) {
    // Obsidian finds the width of a property only by its whole name.
    let name =
      if case .note(let name) = column.kind { BaseLines.quoted("note.\(name.text)") } else {
        name(of: column)
      }
    let pair = BaseLines(pairs: [(name, "\(width)")])
    guard let node = view["columnSize"] else { return try add("columnSize", pair, to: view) }
    if node.isNull { return try replace(node, by: pair.flow) }
    if let known = node.pairs.first(where: { $0.key.column == column }) {
      return try replace(known.value, by: "\(width)")
    }
    try add(name, BaseLines("\(width)"), to: node)
  }

  private func ordered(
    _ column: BaseColumn
  ) throws(BaseProblem) -> (list: YamlNode, index: Int) {
    guard let list = view["order"],
      let index = list.items.firstIndex(where: { $0.column == column })
    else { throw refusal("the view does not list its columns") }
    return (list, index)
  }

  /// Returns the column's name as it is written in the view's columns.
  private func name(of column: BaseColumn) -> String {
    if let item = view["order"]?.items.first(where: { $0.column == column }), !item.isMarked,
      !item.isAlias
    {
      return source(item)
    }
    if case .note(let name) = column.kind { return BaseLines.quoted("note.\(name.text)") }
    return BaseLines.quoted(column.text)
  }
}

extension YamlNode {
  /// The column of an entry in an order, a sorting or the sizes.
  fileprivate var column: BaseColumn? {
    (text ?? self["property"]?.text ?? self["column"]?.text).flatMap(BaseColumn.init)
  }
}
