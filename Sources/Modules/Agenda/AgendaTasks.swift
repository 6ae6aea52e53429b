import Entities
import Services

/// The tasks of a catalog, and among them those that were done just now: each stays where it stood.
struct AgendaTasks {
  /// A task that is shown otherwise than the catalog has it.
  fileprivate struct Kept {
    var original: TaskRecord
    var shown: TaskFacts
    /// How many of the catalog come before it.
    var place: Int
    /// The catalog still has it as it was.
    var isInCatalog: Bool
  }

  private static let window = 64

  private(set) var catalog: (any TaskCatalog)?
  private var kept: [Kept] = []
  private var start = 0
  private var rows: [TaskRecord] = []

  private var inserted: [Kept] { kept.filter { !$0.isInCatalog } }

  var count: Int { (catalog?.count ?? 0) + inserted.count }

  /// How many come before the first of this day; nil: of none.
  func position(of day: Day?) -> Int {
    let before = inserted.count { kept in
      guard let own = kept.original.facts.day else { return false }
      return day.map { own < $0 } ?? true
    }
    return (catalog?.position(of: day) ?? 0) + before
  }

  func counts(in span: DaySpan) -> [Day: Int] { catalog?.counts(in: span) ?? [:] }

  /// What is shown there, and as what it is known.
  mutating func task(at index: Int) -> (shown: TaskRecord, original: TaskRecord, isKept: Bool)? {
    var before = 0
    for kept in inserted {
      let place = kept.place + before
      if place == index { return (kept.shownRecord, kept.original, true) }
      if place > index { break }
      before += 1
    }
    guard let record = row(at: index - before) else { return nil }
    let changed = kept.first { $0.isInCatalog && $0.place == index - before }
    return (changed?.shownRecord ?? record, record, changed != nil)
  }

  private mutating func row(at index: Int) -> TaskRecord? {
    guard let catalog, (0..<catalog.count).contains(index) else { return nil }
    if !rows.indices.contains(index - start) {
      start = max(0, index - Self.window / 4)
      rows = catalog.tasks(in: start..<min(catalog.count, start + Self.window))
    }
    return rows.indices.contains(index - start) ? rows[index - start] : nil
  }

  /// Where the task stands now, else where it would: the lines of its note may have moved.
  mutating func place(of task: TaskRecord) -> Int {
    var before = 0
    for kept in inserted {
      if kept.original.isSame(as: task) { return kept.place + before }
      if kept.original.comesBefore(task) { before += 1 }
    }
    let place = (catalog?.position(of: task) ?? 0) + before
    // The next one first: a line was put before it.
    for distance in [0, 1, -1, 2, -2, 3, -3] {
      let near = place + distance
      if near >= 0, let found = self.task(at: near), found.original.isSame(as: task) { return near }
    }
    return max(0, min(place, count - 1))
  }

  /// How many tasks among these are shown as done.
  func doneCount(in range: Range<Int>, by rules: TaskRules) -> Int {
    var (count, before) = (0, 0)
    for kept in kept {
      if !rules.isOpen(kept.shown), range.contains(kept.place + before) { count += 1 }
      if !kept.isInCatalog { before += 1 }
    }
    return count
  }

  // MARK: - What was done

  /// Shows a task as these facts say, until `forget` or `forgetAll`.
  mutating func keep(_ task: TaskRecord, as shown: TaskFacts) {
    if let known = kept.firstIndex(where: { $0.original.isSame(as: task) }) {
      kept[known].shown = shown
      return
    }
    kept.append(
      Kept(
        original: task, shown: shown, place: catalog?.position(of: task) ?? 0, isInCatalog: true))
    kept.sort { $0.original.comesBefore($1.original) }
  }

  mutating func forget(_ task: TaskRecord) {
    kept.removeAll { $0.original.isSame(as: task) }
  }

  mutating func forgetAll() { kept = [] }

  /// Other tasks are there. `settled`: what was done is written, and the catalog is of later; a task
  /// that it has again is none that is done.
  mutating func take(_ catalog: any TaskCatalog, settled: Bool) {
    self.catalog = catalog
    rows = []
    kept = kept.compactMap { kept in
      var kept = kept
      kept.place = catalog.position(of: kept.original)
      let there = catalog.tasks(in: kept.place..<min(catalog.count, kept.place + 1)).first
      kept.isInCatalog = there?.isSame(as: kept.original) ?? false
      return settled && kept.isInCatalog ? nil : kept
    }
  }
}

extension AgendaTasks.Kept {
  fileprivate var shownRecord: TaskRecord {
    var record = original
    record.facts = shown
    return record
  }
}

extension TaskRecord {
  /// As a person would say: its note, its words, its day; the line may be another.
  func isSame(as other: TaskRecord) -> Bool {
    note == other.note && facts.words == other.facts.words && facts.day == other.facts.day
  }
}

/// How a priority is shown.
extension TaskFacts.Priority {
  var name: String {
    switch self {
    case .highest: "highest"
    case .high: "high"
    case .medium: "medium"
    case .normal: "normal"
    case .low: "low"
    case .lowest: "lowest"
    }
  }

  var sign: String {
    switch self {
    case .highest: "!!!"
    case .high: "!!"
    case .medium: "!"
    case .normal: ""
    case .low: "-"
    case .lowest: "--"
    }
  }
}
