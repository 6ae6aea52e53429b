import Entities
import Services
import Tasks

/// Makes rows of tasks, below the headings of their groups.
struct TaskAnswer {
  private let query: TaskQuery
  private let sorting: TaskSorting
  private let tree: TaskTree
  private(set) var rows: [AnswerRow] = []

  init(_ query: TaskQuery, _ sorting: TaskSorting, _ tree: TaskTree) {
    self.query = query
    self.sorting = sorting
    self.tree = tree
  }

  /// Adds the tasks to show, in their order, and a remark with their number. `found`: the number of all.
  mutating func add(_ tasks: [ScannedTask], of found: Int, atMost most: Int) {
    var left = most
    let shown = query.groups.isEmpty ? addRows(tasks, &left) : addGroups(of: tasks, &left)
    let isCut = left == 0 && shown < found
    if isCut || !query.hidden.contains(.taskCount) {
      rows.append(.remark(count(shown, of: found), isApart: true))
      if isCut, query.limit.map({ $0 > most }) ?? true {
        rows.append(.remark("No more than \(most) are shown."))
      }
    }
  }

  private func count(_ shown: Int, of all: Int) -> String {
    let words = all == 1 ? "task" : "tasks"
    return shown >= all ? "\(all) \(words)" : "\(shown) of \(all) \(words)"
  }

  private mutating func addRows(_ tasks: [ScannedTask], _ left: inout Int) -> Int {
    var count = 0
    for task in tasks where left > 0 {
      rows.append(row(task.record))
      left -= 1
      count += 1 + addItems(below: task.record, &left)
    }
    return count
  }

  /// Returns how many of the items are tasks that the query found.
  private mutating func addItems(below task: TaskRecord, _ left: inout Int) -> Int {
    var count = 0
    for item in tree.items(below: task).prefix(left) {
      let depth = min(item.depth, 20)
      if let facts = item.facts {
        let record = TaskRecord(note: task.note, title: "", line: item.line, facts: facts)
        rows.append(row(record, below: depth))
      } else {
        rows.append(
          AnswerRow(
            [.markdown(item.words)], .item(depth: depth),
            origin: sorting.links.origin(task.note, line: item.line)))
      }
      left -= 1
      if tree.isFound(item, in: task.note) { count += 1 }
    }
    return count
  }

  // MARK: - Groups

  /// Returns how many of the rows are tasks that the query found.
  private mutating func addGroups(of tasks: [ScannedTask], _ left: inout Int) -> Int {
    var groups: [[TaskGroupName]: [Int]] = [:]
    for (number, task) in tasks.enumerated() {
      var names: [[TaskGroupName]] = [[]]
      for group in query.groups {
        let own = sorting.names(of: task, by: group.key)
        // The limit is for tasks with many tags, which would be in too many groups.
        names = Array(names.flatMap { start in own.map { start + [$0] } }.prefix(100))
      }
      for name in names { groups[name, default: []].append(number) }
    }
    var above: [TaskGroupName] = []
    var shown: [Int: Int] = [:]
    for (name, members) in groups.sorted(by: { comesBefore($0.key, $1.key) }) where left > 0 {
      addHeadings(name, above)
      above = name
      for member in members.prefix(query.groupLimit ?? .max) where left > 0 {
        shown[member] = addRows([tasks[member]], &left)
      }
    }
    return shown.values.reduce(0, +)
  }

  private func comesBefore(_ left: [TaskGroupName], _ right: [TaskGroupName]) -> Bool {
    for (index, group) in query.groups.enumerated() where left[index] != right[index] {
      return (left[index] < right[index]) != group.isReversed
    }
    return false
  }

  /// Adds the headings that differ from those above: bold for outer groups, italic for inner ones.
  private mutating func addHeadings(_ names: [TaskGroupName], _ above: [TaskGroupName]) {
    let same = zip(names, above).prefix { $0 == $1 }.count
    for (level, name) in names.enumerated().dropFirst(same) where !name.title.isEmpty {
      rows.append(
        .heading(name.title, depth: level, origin: name.note.map { sorting.links.origin($0) }))
    }
  }

  // MARK: - A row

  /// `depth`: greater than 0 below another task, whose row links to the note.
  func row(_ task: TaskRecord, below depth: Int = 0) -> AnswerRow {
    let (facts, path) = (task.facts, task.note.path)
    let isBox = facts.mark.isASCII && facts.mark.value >= 0x20 && facts.mark.value < 0x7f
    let words = words(of: facts)
    var runs: [AnswerRun] = (words.isEmpty ? [] : [.markdown(words)]) + signs(of: facts)
    if !query.hidden.contains(.urgency) {
      let urgency = TaskSorting.text(ofUrgency: sorting.urgency(of: facts))
      runs.append(.emphasis([.markdown(urgency)]))
    }
    if !query.hidden.contains(.backlink), depth == 0 {
      runs.append(sorting.links.link(path.stem.text, to: path))
    }
    return AnswerRow(
      Array(runs.map { [$0] }.joined(separator: [.text(" ")])),
      .item(depth: depth, box: isBox ? facts.mark : sorting.rules.isOpen(facts) ? " " : "x"),
      origin: sorting.links.origin(task.note, line: task.line), task: facts)
  }

  private func words(of facts: TaskFacts) -> String {
    let rules = sorting.rules
    var tags: Set<String> = rules.hidesGlobalFilter ? [rules.globalFilter] : []
    if query.hidden.contains(.tags) { tags.formUnion(facts.tags.map { "#\($0)" }) }
    if tags.isEmpty { return facts.words }
    return facts.words.split(separator: " ").filter { !tags.contains(String($0)) }
      .joined(separator: " ")
  }

  private func signs(of facts: TaskFacts) -> [AnswerRun] {
    var signs: [AnswerRun] = []
    func add(_ element: TaskElement, _ sign: String, _ value: String?) {
      guard let value, !query.hidden.contains(element) else { return }
      signs.append(.text(query.isShort || value.isEmpty ? sign : "\(sign) \(value)"))
    }
    add(.id, TaskSign.emoji(.id), facts.id)
    add(
      .dependsOn, TaskSign.emoji(.dependsOn),
      facts.dependsOn.isEmpty ? nil : facts.dependsOn.joined(separator: ","))
    if let sign = TaskSign.emoji(facts.priority) { add(.priority, sign, "") }
    add(.recurrence, TaskSign.emoji(.recurrence), facts.recurrence)
    add(.created, TaskSign.emoji(.created), facts.created?.text)
    add(.start, TaskSign.emoji(.start), facts.start?.text)
    add(.scheduled, TaskSign.emoji(.scheduled), facts.scheduled?.text)
    add(.due, TaskSign.emoji(.due), facts.due?.text)
    add(.cancelled, TaskSign.emoji(.cancelled), facts.cancelled?.text)
    add(.done, TaskSign.emoji(.done), facts.done?.text)
    return signs
  }
}
