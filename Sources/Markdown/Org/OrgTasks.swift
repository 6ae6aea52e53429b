import Bytes
import CCmark
import Entities

/// A list of tasks that ends a section, as headlines: only these have days, and Org's agenda knows them.
struct OrgTasks {
  private struct Task {
    var facts: TaskFacts
    var depth: Int
  }

  private var tasks: [Task] = []

  /// Nil for a list that is more than tasks, that more follows, or of which Org cannot say all.
  init?(
    _ list: cmark_tree, _ known: [Int: TaskFacts], _ lines: LineTable,
    _ source: [UInt8], _ firstLine: Int, _ isLast: Bool
  ) {
    guard let parent = cmark_tree_parent(list), cmark_tree_parent(parent) == nil else { return nil }
    let next = cmark_tree_next(list).flatMap {
      $0.line < lines.count && $0.kind != CMARK_KIND_FOOTNOTE ? $0 : nil
    }
    guard next.map({ $0.kind == CMARK_KIND_HEADING }) ?? isLast else { return nil }
    for node in Descendants(of: list) {
      switch node.kind {
      case CMARK_KIND_ITEM:
        let facts = known[firstLine + node.line + 1]
        guard FoundTask(node, lines, source) != nil, let facts, Self.canSay(facts),
          !lines.text(of: node.line).contains(Byte.caret)
        else { return nil }
        tasks.append(Task(facts: facts, depth: Self.depth(of: node, in: list)))
      case CMARK_KIND_PARAGRAPH:
        let isWrapped = Children(of: node).contains {
          $0.kind == CMARK_KIND_SOFT_BREAK || $0.kind == CMARK_KIND_LINE_BREAK
        }
        if isWrapped || cmark_tree_parent(node)?.kind != CMARK_KIND_ITEM { return nil }
        if let item = cmark_tree_parent(node), cmark_tree_child(item) != node { return nil }
      case CMARK_KIND_LIST: if cmark_tree_is_ordered(node) != 0 { return nil }
      case CMARK_KIND_QUOTE, CMARK_KIND_CODE_BLOCK, CMARK_KIND_HTML_BLOCK, CMARK_KIND_HEADING,
        CMARK_KIND_RULE, CMARK_KIND_TABLE, CMARK_KIND_FOOTNOTE:
        return nil
      default: break
      }
    }
    // Boxes say all that is to be said of others.
    let needsHeadlines = tasks.contains { task in
      task.facts.due != nil || task.facts.scheduled != nil || task.facts.priority != .normal
        || task.facts.type == .cancelled
    }
    if cmark_tree_is_ordered(list) != 0 || !needsHeadlines { return nil }
  }

  private static func depth(of item: cmark_tree, in list: cmark_tree) -> Int {
    var (depth, node) = (0, cmark_tree_parent(item))
    while let outer = node, outer != list {
      if outer.kind == CMARK_KIND_LIST { depth += 1 }
      node = cmark_tree_parent(outer)
    }
    return depth
  }

  private static func canSay(_ facts: TaskFacts) -> Bool {
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

  /// `every 2 weeks when done` as `.+2w`.
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
