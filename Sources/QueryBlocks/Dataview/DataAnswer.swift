import Entities
import Expressions
import Services
import VaultSettings

/// Makes the rows of an answer to a Dataview query.
struct DataAnswer {
  private let vault: DataVault
  private let evaluator: DataEvaluator
  private let links: AnswerLinks
  private(set) var rows: [AnswerRow] = []

  private var left = AnswerRoom.mostRows
  private var room = AnswerRoom()

  init(_ vault: DataVault, _ evaluator: DataEvaluator, _ links: AnswerLinks) {
    self.vault = vault
    self.evaluator = evaluator
    self.links = links
  }

  mutating func add(_ notes: [String]) {
    rows += notes.map { .notice($0, isApart: true) }
  }

  private mutating func end(_ count: Int, _ word: String) {
    if count == 0 {
      var remark = AnswerRow.remark("No \(word) is found.")
      // After the titles of a table, the remark is a row of the table.
      if case .titles? = rows.last?.kind { remark.kind = .cells }
      rows.append(remark)
    }
    if let remark = room.remark(ofRows: count) { rows.append(remark) }
  }

  // MARK: - LIST and TABLE

  /// `count`: the number of all rows, shown or not.
  mutating func add(list shown: [(row: DataRun.Row, values: [Value])], of count: Int, hasID: Bool) {
    for (row, values) in shown where !room.isSpent {
      let name = hasID || values.isEmpty ? runs(id(of: row)) : nil
      let items = values.first?.items
      let value = items == nil ? values.first.map { runs($0) } : nil
      let parts = [name, value].compactMap(\.self)
      let sign: [AnswerRun] = items != nil && name != nil ? [.markdown(":")] : []
      rows.append(
        AnswerRow(
          parts.joined(separator: [.markdown(": ")]) + sign, .item(depth: 0),
          origin: origin(row.record)))
      for item in (items ?? []).prefix(50) {
        let origin = itemOrigin(item) ?? origin(row.record)
        rows.append(AnswerRow(runs(item), .item(depth: 1), origin: origin))
      }
    }
    end(count, "note")
  }

  mutating func add(
    table shown: [(row: DataRun.Row, values: [Value])], of count: Int, _ names: [String],
    id: String?
  ) {
    let shownCount = evaluator.settings.showsCount ? " (\(count))" : ""
    let titles = (id.map { ["\($0)\(shownCount)"] } ?? []) + names
    guard !titles.isEmpty else { return end(count, "note") }
    let start = id == nil ? 0 : 1
    let areNumbers = titles.indices.map { column in
      let values = column < start ? [] : shown.map { $0.values[column - start] }
      return values.contains { $0.number != nil }
        && values.allSatisfy { $0.number != nil || $0.isNull }
    }
    rows.append(
      AnswerRow(cells: titles.map { [.text($0)] }, .titles(areNumbers: areNumbers)))
    for (row, values) in shown where !room.isSpent {
      let cells = (id == nil ? [] : [self.id(of: row)]) + values
      rows.append(AnswerRow(cells: cells.map { runs($0) }, origin: origin(row.record)))
    }
    end(count, "note")
  }

  // MARK: - TASK

  mutating func add(tasks found: [DataRun.Row], groups: Int) {
    let count = add(found, groups, depth: 0)
    end(count, "task")
  }

  /// Returns the number of tasks.
  private mutating func add(_ found: [DataRun.Row], _ groups: Int, depth: Int) -> Int {
    guard groups > 0 else { return add(tasks: found.map(\.record), isTop: depth == 0) }
    var count = 0
    for row in found {
      if left > 0 {
        rows.append(.heading(runs(id(of: row)), depth: depth, origin: itemOrigin(id(of: row))))
      }
      let members = vault.field(FieldName("rows"), of: row.record)?.items ?? []
      let inner = members.compactMap { member -> DataRun.Row? in
        guard case .file(let record) = member else { return nil }
        return DataRun.Row(
          id: vault.field(FieldName("key"), of: record) ?? .null, record: record)
      }
      count += add(inner, groups - 1, depth: depth + 1)
    }
    return count
  }

  /// Adds tasks, below headings with their notes if there are no groups. Returns their number.
  private mutating func add(tasks records: [Int], isTop: Bool) -> Int {
    let answer = TaskAnswer(
      TaskQuery(hidden: [.urgency, .backlink]),
      TaskSorting(today: Day(evaluator.now.civil), links: links, rules: TaskRules()), TaskTree())
    var note: NoteID?
    var count = 0
    for record in records where vault.isTask(record) {
      count += 1
      guard left > 0, let task = vault.task(of: record) else { continue }
      left -= 1
      if isTop, note != task.record.note {
        note = task.record.note
        let path = task.record.note.path
        rows.append(
          .heading([links.link(path.stem.text, to: path)], origin: links.origin(task.record.note)))
      }
      rows.append(answer.row(task.record))
    }
    return count
  }

  // MARK: - CALENDAR

  /// Adds the days, each with its notes.
  mutating func add(calendar shown: [(row: DataRun.Row, values: [Value])]) {
    var days: [(day: Day, rows: [DataRun.Row])] = []
    for (row, values) in shown {
      guard case .date(let date)? = values.first else { continue }
      let day = Day(date.civil)
      if let index = days.firstIndex(where: { $0.day == day }) {
        days[index].rows.append(row)
      } else {
        days.append((day, [row]))
      }
    }
    for (day, notes) in days.sorted(by: { $0.day < $1.day }) where left > 0 {
      rows.append(.heading([.markdown("\(day.text) \(day.weekday.name)")]))
      for row in notes.prefix(left) {
        rows.append(AnswerRow(runs(id(of: row)), .item(depth: 0), origin: origin(row.record)))
      }
      left -= min(left, notes.count)
    }
    end(days.reduce(0) { $0 + $1.rows.count }, "note with a date")
  }

  // MARK: - Values

  /// The value of the first column.
  private func id(of row: DataRun.Row) -> Value {
    row.id ?? vault.link(to: row.record).map(Value.link) ?? .null
  }

  private func origin(_ record: Int) -> RowOrigin? {
    guard let path = vault.path(of: record) else { return nil }
    return links.origin(NoteID(path), line: vault.line(of: record) ?? 1)
  }

  private func itemOrigin(_ value: Value) -> RowOrigin? {
    switch value {
    case .file(let record): origin(record)
    case .link(let link): vault.page(of: link).flatMap(origin)
    default: nil
    }
  }

  /// Returns a value on one line. A long value is cut.
  mutating func runs(_ value: Value) -> [AnswerRun] {
    var out = AnswerRoom.Runs()
    write(value, to: &out, depth: 0)
    room.take(out)
    return out.all
  }

  /// Writes a value. A list within a list has brackets.
  private func write(_ value: Value, to out: inout AnswerRoom.Runs, depth: Int) {
    switch value {
    case .null: out.append(.markdown(evaluator.settings.null))
    case .string(let text): out.append(.markdown(AnswerRoom.cut(text)))
    case .link(let value): out.append(link(value))
    case .list(let list):
      if depth > 0 { out.append(.text("[")) }
      for (index, item) in list.items.enumerated() {
        if index > 0 { out.append(.markdown(", ")) }
        if index == 50 || out.isLong {
          out.append(.markdown("… and \(list.items.count - index) more"))
          break
        }
        write(item, to: &out, depth: depth + 1)
      }
      if depth > 0 { out.append(.text("]")) }
    case .object(let object):
      for (index, pair) in object.pairs.prefix(50).enumerated() where !out.isLong {
        if index > 0 { out.append(.markdown("; ")) }
        out.append(.text(AnswerRoom.cut(pair.name.text)))
        out.append(.markdown(": "))
        write(pair.value, to: &out, depth: 0)
      }
    case .file(let record):
      if let words = vault.words(of: record) { return out.append(.markdown(AnswerRoom.cut(words))) }
      out.append(vault.link(to: record).map(link) ?? .text("-"))
    default: out.append(.text(evaluator.words(for: value)))
    }
  }

  private func link(_ value: LinkValue) -> AnswerRun {
    let words = AnswerRoom.cut(evaluator.words(of: value))
    if value.isExternal {
      let target = value.target.unicodeScalars.filter { $0.value > 0x20 && $0 != "<" && $0 != ">" }
      return .link(words, to: String(String.UnicodeScalarView(target)))
    }
    let key = vault.key(of: value)
    guard let path = vault.page(of: value).flatMap(vault.path) else {
      return .text("[[\(value.target)]]")
    }
    return links.link(words, to: path, part: key.part)
  }
}
