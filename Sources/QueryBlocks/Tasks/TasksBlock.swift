import Entities
import Expressions
import Services
import VaultSettings

/// Answers ` ```tasks` blocks, as the Tasks plugin does.
struct TasksBlock {
  private let tasks: any TaskScanning
  private let store: any NoteStore
  private let rules: TaskRules
  private let problem: String?
  private let today: Day
  private let budget: WorkBudget

  init(
    tasks: any TaskScanning, store: any NoteStore, settings: PluginSettings<TaskRules>, today: Day,
    budget: WorkBudget
  ) {
    (self.tasks, self.store, self.today, self.budget) = (tasks, store, today, budget)
    (rules, problem) = (settings.value ?? TaskRules(), settings.problem)
  }

  func answer(_ text: String, in note: NoteID?) async throws(BlockProblem) -> BlockAnswer {
    let query = try TaskQueryReader(text, in: note, today: today, rules: rules).query
    let notes = (problem.map { [$0] } ?? []) + query.notes
    if query.cannotAnswer { return BlockAnswer(notes.map { .notice($0) }, showsSource: true) }
    let sorting = TaskSorting(today: today, links: AnswerLinks(from: note), rules: rules)
    let found = try await found(query)
    try budget.pay(found.count * (query.orders.count + query.groups.count + 4) * 4)
    let most = query.groups.isEmpty ? min(query.limit ?? .max, AnswerRoom.mostRows) : query.limit
    var shown = Array(
      sorting.sorted(found, by: query.orders, first: most).prefix(query.limit ?? .max))
    var tree = TaskTree()
    if !query.hidden.contains(.tree) {
      try budget.pay(min(shown.count, TaskTree.mostNotes) * 2_000)
      tree = await TaskTree(of: shown, in: store)
      shown.removeAll { tree.isBelowAnother($0.record) }
    }
    var rows = TaskAnswer(query, sorting, tree)
    rows.add(shown, of: found.count, atMost: AnswerRoom.mostRows)
    return BlockAnswer(
      rows.rows + notes.map { .notice($0, isApart: true) },
      showsSource: query.explains || !notes.isEmpty)
  }

  private func found(_ query: TaskQuery) async throws(BlockProblem) -> [ScannedTask] {
    let condition = query.condition
    var scan = TaskScan(condition.known(by: rules))
    scan.withHeadings =
      (query.orders + query.groups).contains { $0.key == .text(.heading) || $0.key == .backlink }
      || condition.asks { if case .text(.heading, _) = $0 { true } else { false } }
    var surroundings = TaskSurroundings(rules: rules)
    if condition.asks(for: { if case .isBlocking = $0 { true } else { false } }) {
      let open = TaskScan(rules.agreesWithoutRules ? .isOpen(true) : nil)
      for task in try await scanned(open) where rules.isOpen(task.record.facts) {
        surroundings.awaited.formUnion(task.record.facts.dependsOn)
      }
    }
    var found = try await scanned(scan)
    guard condition.asksForSubItems else {
      return try fitting(found, condition, surroundings)
    }
    // Only the files say which items are indented. Other conditions come first: fewer files are read.
    found = try fitting(found, condition.everything, surroundings)
    for note in Set(found.map(\.record.note)) {
      try budget.pay(2_000)
      surroundings.subItems[note] = await subItems(of: note)
    }
    return try fitting(found, condition, surroundings)
  }

  private func fitting(
    _ tasks: [ScannedTask], _ condition: TaskCondition, _ surroundings: TaskSurroundings
  ) throws(BlockProblem) -> [ScannedTask] {
    var fitting: [ScannedTask] = []
    let count = condition.count
    for task in tasks {
      try budget.pay(1 + count * (1 + task.record.facts.words.utf8.count / 8))
      if try condition.fits(task, surroundings) { fitting.append(task) }
    }
    return fitting
  }

  private func scanned(_ scan: TaskScan) async throws(BlockProblem) -> [ScannedTask] {
    let found = try await BlockProblem.located { () async throws(NoteIndexError) in
      try await tasks.scan(scan)
    }
    try budget.pay(found.count * 20)
    return found
  }

  /// Returns the numbers of indented lines, in quotes too.
  private func subItems(of note: NoteID) async -> Set<Int> {
    guard let content = try? await store.read(note) else { return [] }
    let lines = TaskTree.lines(of: content.bytes).enumerated()
    return Set(lines.filter { $1.first == 0x20 || $1.first == 0x09 }.map { $0.offset + 1 })
  }
}

extension TaskCondition {
  /// The number of conditions that it is made of.
  fileprivate var count: Int {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.count }
    case .not(let part): part.count
    case .either(let one, let other): one.count + other.count
    default: 1
    }
  }

  fileprivate var asksForSubItems: Bool {
    asks { if case .isSubItem = $0 { true } else { false } }
  }

  /// The condition without its parts about sub-items: every task that meets the whole also meets this.
  fileprivate var everything: TaskCondition {
    switch self {
    case .all(let parts): .all(parts.map(\.everything))
    case .any, .not, .either:
      asksForSubItems ? .all([]) : self
    case .isSubItem: .all([])
    default: self
    }
  }
}
