import Bytes
import Entities
import Services

/// A condition that tasks meet or do not meet.
indirect enum TaskCondition: Sendable {
  case all([TaskCondition])
  case any([TaskCondition])
  case not(TaskCondition)
  /// Exactly one of both.
  case either(TaskCondition, TaskCondition)
  case isDone
  case type(TaskType)
  case date(TaskDate, DateSide, DaySpan)
  case has(TaskDate)
  /// The date is written, but does not exist.
  case isInvalid(TaskDate)
  case text(TaskText, TextMatch)
  case hasTags, hasID, dependsOnOthers
  case isRecurring, isBlocked, isBlocking
  case priority(PrioritySide, TaskFacts.Priority)
  case isSubItem
  /// It has the plugin's global filter, without which an item is not a task.
  case isTask
}

enum DateSide {
  case on, before, after, onOrBefore, onOrAfter
}

enum PrioritySide {
  case exactly, above, below
}

/// A date of a task by its name in filters, orders and groups.
enum TaskDate: String, CaseIterable {
  case due, done, scheduled, start, created, cancelled
  /// The earliest of start, scheduled and due.
  case happens

  /// Returns the day; the earliest if there are several.
  func day(of facts: TaskFacts) -> Day? {
    switch self {
    case .due: return facts.due
    case .done: return facts.done
    case .scheduled: return facts.scheduled
    case .start: return facts.start
    case .created: return facts.created
    case .cancelled: return facts.cancelled
    case .happens:
      var earliest = facts.start
      for day in [facts.scheduled, facts.due] {
        if let day, earliest.map({ day < $0 }) ?? true { earliest = day }
      }
      return earliest
    }
  }

  /// The signs before the date in a task.
  var signs: [String] {
    switch self {
    case .due: ["📅", "📆", "🗓", "[due::", "(due::"]
    case .done: ["✅", "[completion::", "(completion::"]
    case .scheduled: ["⏳", "⌛", "[scheduled::", "(scheduled::"]
    case .start: ["🛫", "[start::", "(start::"]
    case .created: ["➕", "[created::", "(created::"]
    case .cancelled: ["❌", "[cancelled::", "(cancelled::"]
    case .happens: Self.start.signs + Self.scheduled.signs + Self.due.signs
    }
  }

  /// Whether the task has the date, even one that does not exist.
  func isWritten(in facts: TaskFacts) -> Bool {
    day(of: facts) != nil || signs.contains { facts.words.contains($0) }
  }
}

/// Text of a task, of its file or of its heading.
enum TaskText: String, CaseIterable {
  case description, path, folder, filename, root, heading, recurrence, id, tags
  case statusName = "status.name"

  /// Returns all tags, or a single text.
  func texts(of task: ScannedTask, by rules: TaskRules) -> [String] {
    let facts = task.record.facts
    let path = task.record.note.path
    switch self {
    case .description: return [facts.words]
    case .path: return [path.text]
    case .folder: return [QueryPlaceholders.folder(of: path)]
    case .filename: return [path.name.text]
    case .root: return [QueryPlaceholders.root(of: path)]
    case .heading: return [task.heading ?? ""]
    case .recurrence: return [facts.recurrence ?? ""]
    case .id: return [facts.id ?? ""]
    case .tags: return facts.tags.map { "#\($0)" }
    case .statusName: return [rules.status(of: facts.mark).name]
    }
  }
}

extension TaskText {
  /// Returns a condition that the index can check, if it knows the text.
  fileprivate func known(holding part: String) -> TaskScan.Condition? {
    guard part.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    switch self {
    case .description: return part.isEmpty ? nil : .holds(.words, part)
    case .path, .filename: return part.isEmpty ? nil : .holds(.path, part)
    // The top folder is called `/`, which no path there contains.
    case .folder: return part.isEmpty || part == "/" ? nil : .holds(.path, part)
    case .tags:
      let name = part.drop { $0 == "#" }
      return name.isEmpty || name.contains("#") ? nil : .holds(.tags, String(name))
    default: return nil
    }
  }
}

/// How a text is matched.
enum TextMatch: Sendable {
  /// Contains this text in any case.
  case part(String)
  case whole(String)
  case pattern(BlockPattern)

  func fits(_ text: String) throws(BlockProblem) -> Bool {
    switch self {
    case .part(let part): Self.holds(text, part)
    case .whole(let whole): text == whole
    case .pattern(let pattern): try pattern.matches(text)
    }
  }

  /// `part` is in lower case. Texts in ASCII, which most are, are searched without a copy.
  private static func holds(_ text: String, _ part: String) -> Bool {
    var (text, part) = (text, part)
    let found: Bool? = text.withUTF8 { text in
      part.withUTF8 { part in
        guard text.allSatisfy({ $0 < 0x80 }), part.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
          part.indices.allSatisfy { Byte.lowered(text[start + $0]) == part[$0] }
        }
      }
    }
    return found ?? (part.isEmpty || text.lowercased().contains(part))
  }
}

/// Facts about other tasks, on which some conditions depend.
struct TaskSurroundings {
  let rules: TaskRules
  /// The ids of tasks that open tasks depend on.
  var awaited: Set<String> = []
  /// The lines of indented items, by their notes.
  var subItems: [NoteID: Set<Int>] = [:]
}

extension TaskCondition {
  func fits(
    _ task: ScannedTask, _ surroundings: TaskSurroundings
  ) throws(BlockProblem) -> Bool {
    let facts = task.record.facts
    let rules = surroundings.rules
    switch self {
    case .all(let parts):
      for part in parts where try !part.fits(task, surroundings) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.fits(task, surroundings) { return true }
      return false
    case .not(let part): return try !part.fits(task, surroundings)
    case .either(let one, let other):
      return try one.fits(task, surroundings) != other.fits(task, surroundings)
    case .isDone: return !rules.isOpen(facts)
    case .type(let type): return rules.status(of: facts.mark).type == type
    case .isTask: return rules.isTask(facts.words)
    case .date(let date, let side, let span):
      let days = side.days(of: span)
      if date == .happens {
        return [facts.start, facts.scheduled, facts.due].contains { $0.map(days.contains) ?? false }
      }
      // A task without a start date can be started at any time.
      return date.day(of: facts).map(days.contains) ?? (date == .start)
    case .has(let date): return date.isWritten(in: facts)
    case .isInvalid(let date): return date.day(of: facts) == nil && date.isWritten(in: facts)
    case .text(let text, let match):
      for text in text.texts(of: task, by: rules) where try match.fits(text) { return true }
      return false
    case .hasTags: return !facts.tags.isEmpty
    case .hasID: return facts.id != nil
    case .dependsOnOthers: return !facts.dependsOn.isEmpty
    case .isRecurring: return facts.recurrence != nil
    case .isBlocked: return task.record.isBlocked
    case .isBlocking:
      return rules.isOpen(facts) && facts.id.map(surroundings.awaited.contains) == true
    case .priority(let side, let priority):
      // The highest priority is the least value.
      return switch side {
      case .exactly: facts.priority == priority
      case .above: facts.priority < priority
      case .below: facts.priority > priority
      }
    case .isSubItem:
      return surroundings.subItems[task.record.note]?.contains(task.record.line) == true
    }
  }

  /// Whether any part of the condition is one of those meant.
  func asks(for isMeant: (TaskCondition) -> Bool) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.asks(for: isMeant) }
    case .not(let part): part.asks(for: isMeant)
    case .either(let one, let other): one.asks(for: isMeant) || other.asks(for: isMeant)
    default: isMeant(self)
    }
  }

  /// Returns a condition that the index can check and that every matching task meets; nil if there is none.
  /// The index does not know the rules: it tells open tasks only if the rules agree with it.
  func known(by rules: TaskRules) -> TaskScan.Condition? {
    switch self {
    case .all(let parts):
      let known = parts.compactMap { $0.known(by: rules) }
      return known.isEmpty ? nil : .all(known)
    case .any(let parts):
      let known = parts.compactMap { $0.known(by: rules) }
      return known.count < parts.count ? nil : .any(known)
    case .isDone: return rules.agreesWithoutRules ? .isOpen(false) : nil
    case .not(.isDone): return rules.agreesWithoutRules ? .isOpen(true) : nil
    case .date(let date, let side, let span): return date.kind.map { .day($0, side.days(of: span)) }
    // A date that does not exist is a part of the words.
    case .has(let date):
      return date.kind.map {
        .any([.day($0, DaySpan(nil, nil))] + date.signs.map { .holds(.words, $0) })
      }
    case .not(.has(let date)): return date.kind.map { .noDay($0) }
    case .isRecurring: return .isRecurring
    case .text(let text, .part(let part)): return text.known(holding: part)
    default: return nil
    }
  }
}

extension DateSide {
  /// Returns the days on this side of a span.
  func days(of span: DaySpan) -> DaySpan {
    switch self {
    case .on: span
    case .before: DaySpan(nil, span.first?.advanced(by: -1))
    case .after: DaySpan(span.last?.advanced(by: 1), nil)
    case .onOrBefore: DaySpan(nil, span.last)
    case .onOrAfter: DaySpan(span.first, nil)
    }
  }
}

extension TaskDate {
  /// The index's name for the date; nil if a task without the date can match too.
  fileprivate var kind: TaskScan.Date? {
    switch self {
    case .due: .due
    case .done: .done
    case .scheduled: .scheduled
    case .created: .created
    case .cancelled: .cancelled
    case .start, .happens: nil
    }
  }
}
