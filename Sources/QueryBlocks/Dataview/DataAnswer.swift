import Bytes
import Entities
import Expressions
import Services
import VaultSettings

/// The rows of a query as Markdown.
struct DataAnswer {
  private let vault: DataVault
  private let evaluator: DataEvaluator
  private let links: AnswerLinks
  private(set) var lines: [BlockAnswer.Line] = []

  /// So many rows are read in another note; of more, the first are shown.
  static let mostRows = 200
  private var left = Self.mostRows
  private var room = AnswerRoom()

  init(_ vault: DataVault, _ evaluator: DataEvaluator, _ links: AnswerLinks) {
    self.vault = vault
    self.evaluator = evaluator
    self.links = links
  }

  mutating func add(_ notes: [String]) {
    for note in notes { lines += [.init(""), .init("⚠ \(AnswerText.escaped(note))")] }
  }

  private mutating func end(_ count: Int, _ word: String) {
    if count == 0 { lines.append(.init("*No \(word) is found.*")) }
    if let problem = room.problem { return add([problem]) }
    if count > Self.mostRows {
      lines += [
        .init(""), .init("*\(Self.mostRows) of \(count) rows: no more are shown.*"),
      ]
    }
  }

  // MARK: - LIST and TABLE

  /// `count`: with those that are not shown.
  mutating func add(list rows: [(row: DataRun.Row, values: [Value])], of count: Int, hasID: Bool) {
    for (row, values) in rows where !room.isSpent {
      let name = hasID || values.isEmpty ? markdown(row.id) : nil
      let items = values.first?.items
      let value = items == nil ? values.first.map { markdown($0) } : nil
      let parts = [name, value].compactMap(\.self)
      let text = parts.joined(separator: ": ")
      lines.append(
        .init("- \(text)\(items != nil && name != nil ? ":" : "")", origin: origin(row.record)))
      for item in (items ?? []).prefix(50) {
        lines.append(.init("  - \(markdown(item))", origin: itemOrigin(item) ?? origin(row.record)))
      }
    }
    end(count, "note")
  }

  mutating func add(
    table rows: [(row: DataRun.Row, values: [Value])], of count: Int, _ names: [String],
    id: String?
  ) {
    let shownCount = evaluator.settings.showsCount ? " (\(count))" : ""
    let titles = (id.map { ["\($0)\(shownCount)"] } ?? []) + names
    guard !titles.isEmpty else { return end(count, "note") }
    func line(_ cells: [String], _ origin: RowOrigin? = nil) -> BlockAnswer.Line {
      .init("| \(cells.joined(separator: " | ")) |", origin: origin)
    }
    lines.append(line(titles.map(AnswerText.escaped)))
    let start = id == nil ? 0 : 1
    lines.append(
      line(
        titles.indices.map { column in
          let values = column < start ? [] : rows.map { $0.values[column - start] }
          let areNumbers = values.contains { $0.number != nil }
          return areNumbers && values.allSatisfy({ $0.number != nil || $0.isNull }) ? "--:" : "---"
        }))
    for (row, values) in rows where !room.isSpent {
      let cells = (id == nil ? [] : [row.id]) + values
      lines.append(line(cells.map { Self.cell(markdown($0)) }, origin(row.record)))
    }
    end(count, "note")
  }

  /// A bar in it ends no cell.
  private static func cell(_ text: String) -> String {
    var cell = ""
    var isEscaped = false
    for character in text {
      if character == "|", !isEscaped { cell.append("\\") }
      isEscaped = character == "\\" && !isEscaped
      cell.append(character)
    }
    return cell
  }

  // MARK: - TASK

  mutating func add(tasks rows: [DataRun.Row], groups: Int) {
    let count = add(rows, groups, depth: 0)
    end(count, "task")
  }

  /// Answers with how many tasks there are.
  private mutating func add(_ rows: [DataRun.Row], _ groups: Int, depth: Int) -> Int {
    guard groups > 0 else { return add(tasks: rows.map(\.record), isTop: depth == 0) }
    var count = 0
    for row in rows {
      if left > 0 { addHeading(markdown(row.id), depth, origin: itemOrigin(row.id)) }
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

  private mutating func addHeading(_ title: String, _ depth: Int, origin: RowOrigin? = nil) {
    let mark = depth == 0 ? "**" : "*"
    if !lines.isEmpty { lines.append(.init("")) }
    lines.append(.init("\(mark)\(title)\(mark)", origin: origin))
  }

  /// Below the names of their notes, where there are no groups.
  private mutating func add(tasks records: [Int], isTop: Bool) -> Int {
    let rows = TaskAnswer(
      TaskQuery(hidden: [.urgency, .backlink]),
      TaskSorting(today: Day(evaluator.now.civil), links: links, rules: TaskRules()), TaskTree())
    var note: NoteID?
    var count = 0
    for record in records {
      guard let task = vault.task(of: record) else { continue }
      count += 1
      guard left > 0 else { continue }
      left -= 1
      if isTop, note != task.record.note {
        note = task.record.note
        let path = task.record.note.path
        addHeading(links.link(path.stem.text, to: path), 0, origin: links.origin(task.record.note))
      }
      lines.append(rows.row(task.record))
    }
    return count
  }

  // MARK: - CALENDAR

  /// The days, each with its notes.
  mutating func add(calendar rows: [(row: DataRun.Row, values: [Value])]) {
    var days: [(day: Day, rows: [DataRun.Row])] = []
    for (row, values) in rows {
      guard case .date(let date)? = values.first else { continue }
      let day = Day(date.civil)
      if let index = days.firstIndex(where: { $0.day == day }) {
        days[index].rows.append(row)
      } else {
        days.append((day, [row]))
      }
    }
    for (day, rows) in days.sorted(by: { $0.day < $1.day }) where left > 0 {
      addHeading("\(day.text) \(day.weekday.name)", 0)
      for row in rows.prefix(left) {
        lines.append(.init("- \(markdown(row.id))", origin: origin(row.record)))
      }
      left -= min(left, rows.count)
    }
    end(days.reduce(0) { $0 + $1.rows.count }, "note with a date")
  }

  // MARK: - Values

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

  /// A value on one line; a long one is cut.
  mutating func markdown(_ value: Value) -> String {
    var out = ""
    write(value, to: &out, depth: 0)
    room.take(out)
    return out
  }

  /// A list in a list is told by its brackets.
  private func write(_ value: Value, to out: inout String, depth: Int) {
    switch value {
    case .null: out += AnswerText.line(evaluator.settings.null)
    case .string(let text): out += AnswerText.line(AnswerRoom.cut(text))
    case .link(let link): out += markdown(link)
    case .list(let list):
      if depth > 0 { out += AnswerText.escaped("[") }
      for (index, item) in list.items.enumerated() {
        if index > 0 { out += ", " }
        if index == 50 || AnswerRoom.isLong(out) {
          out += "… and \(list.items.count - index) more"
          break
        }
        write(item, to: &out, depth: depth + 1)
      }
      if depth > 0 { out += AnswerText.escaped("]") }
    case .object(let object):
      for (index, pair) in object.pairs.prefix(50).enumerated() where !AnswerRoom.isLong(out) {
        if index > 0 { out += "; " }
        out += AnswerText.escaped(AnswerRoom.cut(pair.name.text)) + ": "
        write(pair.value, to: &out, depth: 0)
      }
    case .file(let record):
      if let words = vault.words(of: record) {
        return out += AnswerText.line(AnswerRoom.cut(words))
      }
      out += vault.link(to: record).map(markdown) ?? "\\-"
    default: out += AnswerText.escaped(evaluator.words(for: value))
    }
  }

  private func markdown(_ link: LinkValue) -> String {
    let words = AnswerRoom.cut(evaluator.words(of: link))
    if link.isExternal {
      let target = link.target.unicodeScalars.filter { $0.value > 0x20 && $0 != "<" && $0 != ">" }
      return "[\(AnswerText.escaped(words))](<\(String(String.UnicodeScalarView(target)))>)"
    }
    let key = vault.key(of: link)
    guard let path = vault.page(of: link).flatMap(vault.path) else {
      return AnswerText.escaped("[[\(link.target)]]")
    }
    return links.link(words, to: path, part: key.part)
  }
}
