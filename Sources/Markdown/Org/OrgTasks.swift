import Bytes
import Entities

/// A task list at the end of a section, as headlines: only these have dates for Org's agenda.
struct OrgTasks {
  private struct Task {
    var facts: TaskFacts
    var depth: Int
  }

  private var tasks: [Task] = []

  /// Returns nil for a list with other items, text after it, or tasks that Org cannot express.
  init?(
    _ index: Int, in tree: NoteTree, _ known: [Int: TaskFacts], _ firstLine: Int, _ isLast: Bool
  ) {
    let top = tree.blocks[index]
    guard top.parent == nil, Self.endsSection(index, tree, isLast) else { return nil }
    var depths = [index: 0]
    for inner in index..<top.end {
      let block = tree.blocks[inner]
      switch block.kind {
      case .item(_, let task):
        guard let task, let facts = known[firstLine + block.line + 1], Self.canExpress(facts),
          !task.source.contains(Byte.caret), !block.inlines.isWrapped
        else { return nil }
        tasks.append(Task(facts: facts, depth: block.parent.flatMap { depths[$0] } ?? 0))
        depths[inner] = (tasks.last?.depth ?? 0) + 1
      case .list(let list):
        if list.isOrdered { return nil }
        depths[inner] = block.parent.flatMap { depths[$0] } ?? 0
      case .quote, .footnote, .paragraph, .embed, .heading, .code, .html, .table, .rule:
        return nil
      }
    }
    // Check boxes are enough for other tasks.
    let needsHeadlines = tasks.contains { task in
      task.facts.due != nil || task.facts.scheduled != nil || task.facts.priority != .normal
        || task.facts.type == .cancelled
    }
    if !needsHeadlines { return nil }
  }

  private static func endsSection(_ index: Int, _ tree: NoteTree, _ isLast: Bool) -> Bool {
    switch tree.next(index).map({ tree.blocks[$0].kind }) {
    case .heading?: true
    case .footnote?, nil: isLast
    default: false
    }
  }

  private static func canExpress(_ facts: TaskFacts) -> Bool {
    guard facts.start == nil, facts.created == nil, facts.id == nil, facts.dependsOn.isEmpty,
      [" ", "x", "X", "/", "-"].contains(facts.mark), priorities[facts.priority] != nil,
      facts.done == nil || facts.type == .done,
      facts.cancelled == nil || facts.type == .cancelled
    else { return false }
    return facts.recurrence.map { facts.day != nil && repeater($0) != nil } ?? true
  }

  private static let priorities: [TaskFacts.Priority: String] = [
    .high: "[#A] ", .medium: "[#B] ", .low: "[#C] ", .normal: "",
  ]

  /// Converts a repetition: `every 2 weeks when done` is `.+2w`.
  private static func repeater(_ rule: String) -> String? {
    var words = rule.lowercased().split(separator: " ")[...]
    guard words.popFirst() == "every" else { return nil }
    let isWhenDone = words.suffix(2) == ["when", "done"]
    if isWhenDone { words = words.dropLast(2) }
    let count = words.count == 2 ? words.popFirst().flatMap { Int($0) } : 1
    guard let count, (1...1000).contains(count), words.count == 1,
      let unit = words.first.flatMap({ TimeUnit(word: String($0)) }), unit.span != nil
    else { return nil }
    return "\(isWhenDone ? ".+" : "+")\(count)\(unit.rawValue.prefix(1))"
  }

  // MARK: - Headlines

  func headlines(
    level: Int, _ context: PageContext
  ) -> [(keyword: String, lines: [String])] {
    tasks.map { task in
      let facts = task.facts
      let keyword =
        switch facts.type {
        case .todo, .onHold, .notTask: "TODO"
        case .inProgress: "DOING"
        case .done: "DONE"
        case .cancelled: "CANCELLED"
        }
      let tags = facts.tags.filter { tag in
        tag.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      }
      let words = facts.words.split(separator: " ").filter { word in
        !tags.contains { word == "#\($0)" }
      }
      var line = String(repeating: "*", count: level + task.depth) + " \(keyword) "
      line += Self.priorities[facts.priority] ?? ""
      line += OrgNote.title(of: words.joined(separator: " "), context)
      if !tags.isEmpty { line += " :\(tags.joined(separator: ":")):" }
      let days = days(of: facts)
      return (keyword, days.isEmpty ? [line] : [line, days])
    }
  }

  private func days(of facts: TaskFacts) -> String {
    let rule = facts.recurrence.flatMap(Self.repeater).map { " \($0)" } ?? ""
    func stamp(_ day: Day, _ more: String = "") -> String {
      "\(day.text) \(day.weekday.name.prefix(3))\(more)"
    }
    var parts: [String] = []
    if let day = facts.done ?? facts.cancelled { parts.append("CLOSED: [\(stamp(day))]") }
    if let day = facts.due { parts.append("DEADLINE: <\(stamp(day, rule))>") }
    if let day = facts.scheduled {
      parts.append("SCHEDULED: <\(stamp(day, facts.due == nil ? rule : ""))>")
    }
    return parts.joined(separator: " ")
  }
}
