import Bases
import Bytes
import Entities
import Services

/// A value by which tasks are sorted. Numbers come before texts, and digits in texts are compared as
/// numbers.
enum TaskSortValue: Comparable {
  case number(Double)
  case text([UInt8])

  init(_ text: String) { self = .text(Array(text.lowercased().utf8)) }

  static func < (left: TaskSortValue, right: TaskSortValue) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): BaseSortKey.order(left, right) < 0
    case (.number, .text): true
    case (.text, .number): false
    }
  }

  static func == (left: TaskSortValue, right: TaskSortValue) -> Bool {
    !(left < right) && !(right < left)
  }
}

/// The heading of a group of tasks, and its position among the groups.
struct TaskGroupName: Hashable, Comparable {
  var order: TaskSortValue
  var title: [AnswerRun]
  /// The note that the title links to.
  var note: NoteID?

  static func < (left: TaskGroupName, right: TaskGroupName) -> Bool {
    left.order != right.order ? left.order < right.order : left.words < right.words
  }

  static func == (left: TaskGroupName, right: TaskGroupName) -> Bool { left.title == right.title }
  func hash(into hasher: inout Hasher) { hasher.combine(title) }

  private var words: String {
    title.reduce(into: "") { words, run in
      if case .text(let own) = run { words += own }
      if case .link(let own, let target) = run { words += own + target }
    }
  }
}

struct TaskSorting {
  let today: Day
  let links: AnswerLinks
  let rules: TaskRules

  /// The orders after those of the block. The last ones are path and line.
  private static let standard: [TaskOrder] = [
    .init(key: .statusType), .init(key: .urgency), .init(key: .date(.due)), .init(key: .priority),
  ]

  /// Sorts tasks. `most`: returns only this number of the first ones.
  func sorted(_ tasks: [ScannedTask], by orders: [TaskOrder], first most: Int?) -> [ScannedTask] {
    let orders = orders + Self.standard
    let count = orders.count
    // The values of all tasks, task by task.
    var values: [TaskSortValue] = []
    values.reserveCapacity(tasks.count * count)
    for task in tasks {
      for order in orders { values.append(value(of: task, for: order.key)) }
    }
    func comesBefore(_ left: Int, _ right: Int) -> Bool {
      for index in 0..<count {
        let (one, other) = (values[left * count + index], values[right * count + index])
        if one != other { return (one < other) != orders[index].isReversed }
      }
      let (one, other) = (tasks[left].record, tasks[right].record)
      return one.note == other.note ? one.line < other.line : one.note.path < other.note.path
    }
    guard let most, most < tasks.count / 4 else {
      return tasks.indices.sorted(by: comesBefore).map { tasks[$0] }
    }
    // For a few of many tasks: most tasks are compared only with the last of the best.
    var best: [Int] = []
    for task in tasks.indices where most > 0 {
      if best.count == most {
        if comesBefore(best[most - 1], task) { continue }
        best.removeLast()
      }
      best.insert(task, at: best.partitionPoint { !comesBefore($0, task) })
    }
    return best.map { tasks[$0] }
  }

  private func value(of task: ScannedTask, for key: TaskOrder.Key) -> TaskSortValue {
    let facts = task.record.facts
    switch key {
    case .date(let date): return .number(date.day(of: facts).map { Double($0.number) } ?? .infinity)
    case .text(.description): return .init(Self.plain(facts.words))
    case .text(let text): return .init(text.texts(of: task, by: rules).first ?? "")
    case .status: return .number(rules.isOpen(facts) ? 0 : 1)
    case .statusType: return .number(Double(rules.status(of: facts.mark).type.rank))
    case .priority: return .number(Double(facts.priority.rawValue))
    case .urgency: return .number(-urgency(of: facts))
    case .recurring: return .number(facts.recurrence == nil ? 1 : 0)
    case .backlink: return .init(task.record.note.path.stem.text)
    case .tag(let number):
      // A task without tags is the last.
      if facts.tags.isEmpty { return .text([0xff, 0xff]) }
      return facts.tags.count < number ? .text([0xff]) : .init(facts.tags[number - 1])
    case .random:
      let path = task.record.note.path.bytes + Array("\(task.record.line) \(today.number)".utf8)
      let digest = path.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      return .number(Double(digest >> 11))
    }
  }

  /// Returns the words without the signs of links, emphasis and highlights.
  private static func plain(_ words: String) -> String {
    var plain = ""
    for character in words where !"[]*_=`".contains(character) {
      // The words of a link are after its bar.
      if character == "|", let open = plain.lastIndex(of: " ") {
        plain = String(plain[...open])
      } else {
        plain.append(character)
      }
    }
    return plain
  }

  /// Returns the urgency by the plugin's formula.
  func urgency(of facts: TaskFacts) -> Double {
    var urgency: Double =
      switch facts.priority {
      case .highest: 9
      case .high: 6
      case .medium: 3.9
      case .normal: 1.95
      case .low: 0
      case .lowest: -1.8
      }
    if let due = facts.due {
      let late = min(7, max(-14, today.number - due.number))
      urgency += 12 * (Double(late + 14) * 0.8 / 21 + 0.2)
    }
    if let scheduled = facts.scheduled, scheduled <= today { urgency += 5 }
    if let start = facts.start, start > today { urgency -= 3 }
    return urgency
  }

  static func text(ofUrgency urgency: Double) -> String {
    let hundredths = Int((urgency * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  // MARK: - Groups

  /// Returns the groups by a key that a task belongs to.
  func names(of task: ScannedTask, by key: TaskOrder.Key) -> [TaskGroupName] {
    let facts = task.record.facts
    func named(_ title: String, _ order: TaskSortValue? = nil) -> [TaskGroupName] {
      [TaskGroupName(order: order ?? .init(title), title: title.isEmpty ? [] : [.text(title)])]
    }
    switch key {
    case .date(let date):
      guard let day = date.day(of: facts) else {
        return named("No \(date.rawValue) date", .number(.infinity))
      }
      return named("\(day.text) \(day.weekday.name)", .number(Double(day.number)))
    case .text(.heading):
      guard let heading = task.heading, !heading.isEmpty else {
        return named("(No heading)", .number(0))
      }
      return named(heading)
    case .text(.tags), .tag:
      let tags = TaskText.tags.texts(of: task, by: rules)
      return tags.isEmpty ? named("(No tags)", .number(0)) : tags.flatMap { named($0) }
    case .text(.recurrence): return named(facts.recurrence ?? "None")
    case .text(.filename):
      let path = task.record.note.path
      return [
        TaskGroupName(
          order: .init(path.stem.text), title: [links.link(path.stem.text, to: path)],
          note: task.record.note)
      ]
    case .text(.path):
      let path = task.record.note.path
      return named(path.folder.appending(path.stem).text)
    case .text(let text): return named(text.texts(of: task, by: rules).first ?? "")
    case .status: return named(rules.isOpen(facts) ? "Todo" : "Done")
    case .statusType:
      let type = rules.status(of: facts.mark).type
      return named(type.rawValue, .number(Double(type.rank)))
    case .priority:
      let name = facts.priority == .normal ? "normal" : "\(facts.priority)"
      return named(
        "\(name.capitalizedFirst) priority", .number(Double(facts.priority.rawValue)))
    case .urgency:
      let urgency = urgency(of: facts)
      return named(Self.text(ofUrgency: urgency), .number(-urgency))
    case .recurring: return named(facts.recurrence == nil ? "Not Recurring" : "Recurring")
    case .backlink:
      let path = task.record.note.path
      let heading = task.heading.map { " > \($0)" } ?? ""
      return [
        TaskGroupName(
          order: .init(path.stem.text + heading),
          title: [links.link(path.stem.text, to: path), .text(heading)], note: task.record.note)
      ]
    case .random: return []
    }
  }
}
