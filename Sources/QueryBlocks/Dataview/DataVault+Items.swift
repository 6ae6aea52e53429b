import Entities
import Expressions
import Services

/// The items of lists: tasks, and other items for queries that ask for `file.lists`.
extension DataVault {
  /// Longer notes have no items.
  private static let longest = 4 << 20

  /// The words of a task or an item.
  func words(of record: Int) -> String? {
    if case .item(let words, _, _) = self[record] { return words }
    return task(of: record)?.record.facts.words
  }

  func line(of record: Int) -> Int? {
    if case .item(_, let line, _) = self[record] { return line }
    return task(of: record)?.record.line
  }

  /// Reads all items of a note's lists from its file.
  func items(of page: Int) -> [Int] {
    guard let note = path(of: page).map({ NoteID($0) }),
      let bytes = try? files.whole(note, atMost: Self.longest)
    else { return [] }
    return TaskTree.items(in: bytes).map { item in
      guard let facts = item.facts else {
        return add(.item(words: item.words, line: item.line, page: page))
      }
      let record = TaskRecord(note: note, title: "", line: item.line, facts: facts)
      return add(ScannedTask(record), page: page)
    }
  }

  func itemField(_ name: FieldName, _ words: String, _ line: Int, _ page: Int) -> Value? {
    switch name.text {
    case "text": .string(words)
    case "line": .number(Double(line - 1))
    case "lineCount": .number(1)
    case "task": .boolean(false)
    case "path": path(of: page).map { .string($0.text) }
    case "link": link(to: page).map(Value.link)
    default: field(name, inLine: line, of: page)
    }
  }

  func taskField(_ name: FieldName, of task: ScannedTask, _ page: Int) -> Value? {
    let facts = task.record.facts
    func day(_ day: Day?) -> Value? { day.map { .date(DataText.start($0)) } }
    let path = task.record.note.path
    switch name.text {
    case "status": return .string(String(facts.mark))
    case "checked": return .boolean(facts.mark != " ")
    case "completed", "fullyCompleted": return .boolean(facts.mark == "x" || facts.mark == "X")
    case "text", "visual": return .string(facts.words)
    case "line": return .number(Double(task.record.line - 1))
    case "lineCount": return .number(1)
    case "path": return .string(path.text)
    case "task": return .boolean(true)
    case "tags": return .list(ListValue(facts.tags.map { .string("#\($0)") }))
    case "link": return .link(LinkValue(path.text, source: page))
    case "section", "header":
      let part = task.heading.map { "#\($0)" } ?? ""
      return .link(
        LinkValue(
          path.text + part, display: task.heading.map { "\(path.stem.text) > \($0)" }, source: page)
      )
    case "due": if let due = day(facts.due) { return due }
    case "completion": if let done = day(facts.done) { return done }
    case "created": if let created = day(facts.created) { return created }
    case "scheduled": if let scheduled = day(facts.scheduled) { return scheduled }
    case "start": if let start = day(facts.start) { return start }
    default: break
    }
    return field(name, inLine: task.record.line, of: page)
  }

  private func field(_ name: FieldName, inLine line: Int, of page: Int) -> Value? {
    let own = fields(of: page).first { $0.line == line && name.means($0.key) }
    return own.map { DataText.value($0.text, of: page) }
  }
}
