import Entities
import Services

/// The tasks of a catalog. Tasks that were just done stay among them at the same position.
struct AgendaTasks {
  /// A task that is shown differently from the catalog.
  fileprivate struct Entry {
    var original: TaskRecord
    var shown: TaskFacts
    /// How many tasks of the catalog precede it.
    var index: Int
    /// Whether the catalog still has the original task.
    var isInCatalog: Bool
  }

  private static let window = 64

  private(set) var catalog: (any TaskCatalog)?
  private var entries: [Entry] = []
  private var start = 0
  private var rows: [TaskRecord] = []

  private var inserted: [Entry] { entries.filter { !$0.isInCatalog } }

  var count: Int { (catalog?.count ?? 0) + inserted.count }

  /// Returns how many tasks precede the first one of this day; nil is the first one without a day.
  func position(of day: Day?) -> Int {
    let before = inserted.count { entry in
      guard let own = entry.original.facts.day else { return false }
      return day.map { own < $0 } ?? true
    }
    return (catalog?.position(of: day) ?? 0) + before
  }

  func counts(in span: DaySpan) -> [Day: Int] { catalog?.counts(in: span) ?? [:] }

  /// Returns the task as shown and as the catalog knew it.
  mutating func task(at index: Int) -> (shown: TaskRecord, original: TaskRecord, isKept: Bool)? {
    var before = 0
    for entry in inserted {
      let position = entry.index + before
      if position == index { return (entry.shownRecord, entry.original, true) }
      if position > index { break }
      before += 1
    }
    guard let record = row(at: index - before) else { return nil }
    let changed = entries.first { $0.isInCatalog && $0.index == index - before }
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

  /// Returns the task's index, or where it would be inserted. Lines of its note may have moved.
  mutating func index(of task: TaskRecord) -> Int {
    var before = 0
    for entry in inserted {
      if entry.original.isSame(as: task) { return entry.index + before }
      if entry.original.comesBefore(task) { before += 1 }
    }
    let position = (catalog?.position(of: task) ?? 0) + before
    // Try the next index first: a line inserted above is the usual case.
    for distance in [0, 1, -1, 2, -2, 3, -3] {
      let near = position + distance
      if near >= 0, let found = self.task(at: near), found.original.isSame(as: task) { return near }
    }
    return max(0, min(position, count - 1))
  }

  /// Returns how many of these tasks are shown as done.
  func doneCount(in range: Range<Int>, by rules: TaskRules) -> Int {
    var (count, before) = (0, 0)
    for entry in entries {
      if !rules.isOpen(entry.shown), range.contains(entry.index + before) { count += 1 }
      if !entry.isInCatalog { before += 1 }
    }
    return count
  }

  // MARK: - Changes

  /// Shows a task with these facts until `forget` or `forgetAll`.
  mutating func keep(_ task: TaskRecord, as shown: TaskFacts) {
    if let known = entries.firstIndex(where: { $0.original.isSame(as: task) }) {
      entries[known].shown = shown
      return
    }
    entries.append(
      Entry(
        original: task, shown: shown, index: catalog?.position(of: task) ?? 0, isInCatalog: true))
    entries.sort { $0.original.comesBefore($1.original) }
  }

  mutating func forget(_ task: TaskRecord) {
    entries.removeAll { $0.original.isSame(as: task) }
  }

  mutating func forgetAll() { entries = [] }

  /// Replaces the catalog. With `settled`, every change is written and the catalog is newer, so a
  /// task that it still has as it was is not done.
  mutating func take(_ catalog: any TaskCatalog, settled: Bool) {
    self.catalog = catalog
    rows = []
    entries = entries.compactMap { entry in
      var entry = entry
      entry.index = catalog.position(of: entry.original)
      let there = catalog.tasks(in: entry.index..<min(catalog.count, entry.index + 1)).first
      entry.isInCatalog = there?.isSame(as: entry.original) ?? false
      return settled && entry.isInCatalog ? nil : entry
    }
  }
}

extension AgendaTasks.Entry {
  fileprivate var shownRecord: TaskRecord {
    var record = original
    record.facts = shown
    return record
  }
}

extension TaskRecord {
  /// Compares note, words and day, but not the line, which may have moved.
  func isSame(as other: TaskRecord) -> Bool {
    note == other.note && facts.words == other.facts.words && facts.day == other.facts.day
  }
}

/// The names and marks of priorities.
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
