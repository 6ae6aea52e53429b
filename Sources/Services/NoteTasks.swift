package import Entities

/// One task of a note.
package struct TaskRecord: Equatable, Sendable {
  package var note: NoteID
  /// The note's title.
  package var title: String
  /// Counted from 1.
  package var line: Int
  package var facts: TaskFacts
  /// Whether it depends on an open task anywhere in the vault.
  package var isBlocked = false

  package init(
    note: NoteID, title: String, line: Int, facts: TaskFacts, isBlocked: Bool = false
  ) {
    self.note = note
    self.title = title
    self.line = line
    self.facts = facts
    self.isBlocked = isBlocked
  }
}

/// The selection of tasks.
package struct TaskRequest: Hashable, Sendable {
  package enum Status: String, CaseIterable, Sendable { case open, done, all }

  package var status = Status.open
  /// Only tasks whose line or note has this tag or one below it.
  package var tag: String?
  /// Only tasks in this folder or one below it.
  package var folder: NotePath?
  /// Tasks in this folder and below it are left out.
  package var leftOut: NotePath?
  /// Tasks with these characters in their boxes are not open.
  package var closedMarks: [Unicode.Scalar] = []
  /// The lowest priority.
  package var priority: TaskFacts.Priority?
  /// Only tasks that say when they remind.
  package var hasReminder = false
  /// Each must be in the task's text or in the title of its note.
  package var words = ""

  package init() {}
}

extension TaskRecord {
  /// The order of catalogs: by day, those without one last; then by priority, note and line.
  package func comesBefore(_ other: TaskRecord) -> Bool {
    let (day, otherDay) = (facts.day?.number ?? .max, other.facts.day?.number ?? .max)
    if day != otherDay { return day < otherDay }
    if facts.priority != other.facts.priority { return facts.priority < other.facts.priority }
    if note != other.note { return note.path < other.note.path }
    return line < other.line
  }
}

/// Tasks by day, those without one last; then by priority, note and line. The list does not change:
/// after a reported change a new one is requested.
package protocol TaskCatalog: AnyObject, Sendable {
  var count: Int { get }

  /// Returns the number of tasks before this day; nil: of all tasks with a day.
  func position(of day: Day?) -> Int

  /// Returns the index of this task, or the index that it would have.
  func position(of task: TaskRecord) -> Int

  /// A screenful takes about a millisecond: this may be called while drawing.
  func tasks(in range: Range<Int>) -> [TaskRecord]

  /// Returns the number of tasks on each day of a span that has any.
  func counts(in span: DaySpan) -> [Day: Int]
}

/// All tasks at once, for query blocks.
package protocol TaskScanning: Sendable {
  /// Returns all matching tasks and maybe others, in no order and without their notes' titles.
  func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask]
}

/// All tasks at once.
package protocol TaskIndex: Sendable {
  func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog

  /// Returns the tasks that the index has, without checking the files, for a first frame; nil if
  /// that would take too long.
  func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)?

  /// Returns the number of matching tasks.
  func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int
}

/// A user's change of one task.
package enum TaskChange: Equatable, Sendable {
  /// An open task becomes done, a done or cancelled one open. A recurring one that is done is
  /// followed by its next occurrence.
  case toggle
  case mark(Unicode.Scalar)
  /// Changes the due day, or the scheduled one if the line has no other; nil removes it.
  case reschedule(Day?)
}

/// Reads and changes tasks in a text without touching any other byte.
package protocol TaskTexts: Sendable {
  /// The meaning of the vault's status characters, and which one follows when a task is ticked.
  var rules: TaskRules { get }

  /// Returns the data of a task's line; nil if it is no task.
  func facts(ofLine line: [UInt8]) -> TaskFacts?

  /// Returns all tasks of a text, in order; those in code do not count.
  func tasks(in text: [UInt8]) -> [TaskInText]

  /// Returns only the lines of the tasks, which is faster than parsing them.
  func spans(ofTasksIn text: [UInt8]) -> [TaskSpan]

  /// Returns the replacement of the line: one line, two if a recurring task leaves its next one, or
  /// nothing if a done task is removed. Without a line end if `line` has none. `today` dates what
  /// is done.
  func line(
    _ line: [UInt8], after change: TaskChange, today: Day
  ) throws(NoteTextProblem) -> [UInt8]

  /// Returns a line for a new task, without a line end.
  func line(for words: String, due: Day?, priority: TaskFacts.Priority, today: Day) -> [UInt8]

  /// Reads a day in plain English or ISO: `fri`, `tomorrow`, `in 2 weeks`, `2026-12-01`.
  func day(_ written: String, today: Day) -> Day?
}

extension TaskTexts {
  package var rules: TaskRules { .withoutSettings }

  /// Returns the day at the end of words, as in `call Ann in 2 weeks`, and the text before it. A
  /// name that may be a day, as in `lunch with May`, does not count.
  package func dayAtEnd(of words: String, today: Day) -> (rest: String, day: String)? {
    let parts = words.split(whereSeparator: \.isWhitespace)
    // From the longest on: `the day after tomorrow` ends with `tomorrow` too.
    for count in stride(from: min(4, parts.count - 1), to: 0, by: -1) {
      let end = parts.suffix(count).map { $0.lowercased() }
      guard
        count == 1
          ? Self.isDayAlone(end[0]) : ["in", "on", "next", "this", "the", "day"].contains(end[0])
      else { continue }
      let day = end.joined(separator: " ")
      if self.day(day, today: today) != nil {
        return (parts.dropLast(count).joined(separator: " "), day)
      }
    }
    return nil
  }

  private static func isDayAlone(_ word: String) -> Bool {
    let isDate = word.utf8.count == 10 && word.utf8.allSatisfy { (0x2d...0x39).contains($0) }
    return isDate || ["today", "tomorrow"].contains(word)
      || Weekday.allCases.contains { $0.name.lowercased() == word }
  }

  package func spans(ofTasksIn text: [UInt8]) -> [TaskSpan] {
    tasks(in: text).map { TaskSpan(line: $0.line, range: $0.range) }
  }
}

/// The line of a task that is not parsed.
package struct TaskSpan: Equatable, Sendable {
  /// Counted from 1.
  package var line: Int
  /// The whole line with its end.
  package var range: Range<Int>

  package init(line: Int, range: Range<Int>) {
    self.line = line
    self.range = range
  }
}

/// A task's position in a text.
package struct TaskInText: Equatable, Sendable {
  /// Counted from 1.
  package var line: Int
  /// The whole line with its end.
  package var range: Range<Int>
  package var facts: TaskFacts

  package init(line: Int, range: Range<Int>, facts: TaskFacts) {
    self.line = line
    self.range = range
    self.facts = facts
  }
}

/// A query for all tasks in one pass, as far as the index can answer it.
package struct TaskScan: Equatable, Sendable {
  package indirect enum Condition: Equatable, Sendable {
    case all([Condition])
    case any([Condition])
    case isOpen(Bool)
    /// The task has the date, and it is within a span.
    case day(Date, DaySpan)
    case noDay(Date)
    case isRecurring
    /// The text contains these letters, in any case; they are ASCII and lowercase, or have no case.
    /// Texts with other letters may match by Unicode's rules, so they are returned too.
    case holds(Text, String)
  }

  package enum Text: Sendable {
    case words, path, tags
  }

  package enum Date: String, CaseIterable, Sendable {
    case created, scheduled, due, done, cancelled
  }

  package var condition: Condition?
  /// The files whose tasks are wanted.
  package var scope: FileScope?
  /// Whether to include the heading above each task.
  package var withHeadings = false

  package init(_ condition: Condition? = nil) { self.condition = condition }
}

/// A task, and the heading above it if that was requested.
package struct ScannedTask: Equatable, Sendable {
  package var record: TaskRecord
  package var heading: String?

  package init(_ record: TaskRecord, heading: String? = nil) {
    self.record = record
    self.heading = heading
  }
}
