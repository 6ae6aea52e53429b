package import Entities

/// One task of a note.
package struct TaskRecord: Equatable, Sendable {
  package var note: NoteID
  /// The note's.
  package var title: String
  /// Counted from 1.
  package var line: Int
  package var facts: TaskFacts
  /// An open task that it depends on is somewhere in the vault.
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

/// Which tasks.
package struct TaskRequest: Hashable, Sendable {
  package enum Status: String, CaseIterable, Sendable { case open, done, all }

  package var status = Status.open
  /// Of the line or of its note; the tag, or one below it.
  package var tag: String?
  /// The folder of the note, or one above it.
  package var folder: NotePath?
  /// Those in this folder and below it do not count.
  package var leftOut: NotePath?
  /// Tasks with these signs in their boxes are not open.
  package var closedMarks: [Unicode.Scalar] = []
  /// This one or a higher.
  package var priority: TaskFacts.Priority?
  /// Each must be in the line's words or in the title of its note.
  package var words = ""

  package init() {}
}

extension TaskRecord {
  /// The order of catalogs: by day, without one last; then priority, note and line.
  package func comesBefore(_ other: TaskRecord) -> Bool {
    let (day, otherDay) = (facts.day?.number ?? .max, other.facts.day?.number ?? .max)
    if day != otherDay { return day < otherDay }
    if facts.priority != other.facts.priority { return facts.priority < other.facts.priority }
    if note != other.note { return note.path < other.note.path }
    return line < other.line
  }
}

/// Tasks in the order of their days, then priority, note and line; those without a day come last.
/// The order does not change: changes are reported, and then asked for again.
package protocol TaskCatalog: AnyObject, Sendable {
  var count: Int { get }

  /// How many come before the first one of this day or a later one; nil: before those without a day.
  func position(of day: Day?) -> Int

  /// How many come before this one, or before the position that it would have.
  func position(of task: TaskRecord) -> Int

  /// A screenful takes about a millisecond: this may be called while drawing.
  func tasks(in range: Range<Int>) -> [TaskRecord]

  /// How many tasks each day of a span has that has any.
  func counts(in span: DaySpan) -> [Day: Int]
}

/// All tasks at once, for query blocks.
package protocol TaskScanning: Sendable {
  /// All tasks that fit, in no order and without the titles of their notes; others may be among them.
  func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask]
}

/// All tasks at once.
package protocol TaskIndex: Sendable {
  func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog

  /// The same, for a first frame, where that is fast enough: as the index has them
  /// before it was held against the files.
  func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)?

  /// How many there are.
  func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int
}

/// What a person does to one task.
package enum TaskChange: Equatable, Sendable {
  /// Open becomes done, and done or cancelled becomes open; a recurring one that is done leaves its
  /// next one.
  case toggle
  case mark(Unicode.Scalar)
  /// The due day, or the scheduled one where that is all the line has; nil takes it away.
  case reschedule(Day?)
}

/// What tasks look like in a text: read and changed without touching any other byte.
package protocol TaskTexts: Sendable {
  /// What the vault's signs mean, and which of them ticking puts next.
  var rules: TaskRules { get }

  /// What a line says, as part of a text; nil where it is no task.
  func facts(ofLine line: [UInt8]) -> TaskFacts?

  /// All tasks of a text, in its order; none in its code.
  func tasks(in text: [UInt8]) -> [TaskInText]

  /// The same without what they say, which takes longer than finding them.
  func spans(ofTasksIn text: [UInt8]) -> [TaskSpan]

  /// What replaces the line: one line, two where a recurring task leaves its next one, or
  /// nothing where the task goes once it is done.
  /// Without a line end where `line` has none. `today` dates what is done.
  func line(
    _ line: [UInt8], after change: TaskChange, today: Day
  ) throws(NoteTextProblem) -> [UInt8]

  /// A line for a new task, without a line end.
  func line(for words: String, due: Day?, priority: TaskFacts.Priority, today: Day) -> [UInt8]

  /// A day in plain English or ISO, as seen from today: `fri`, `tomorrow`, `in 2 weeks`, `2026-12-01`.
  func day(_ written: String, today: Day) -> Day?
}

extension TaskTexts {
  package var rules: TaskRules { .withoutSettings }

  /// The day that words end with, as in `call Ann in 2 weeks`, and the text before it. A name that
  /// may be a day, as in `lunch with May`, is none.
  package func dayAtEnd(of words: String, today: Day) -> (rest: String, day: String)? {
    let parts = words.split(whereSeparator: \.isWhitespace)
    // From the longest: `the day after tomorrow` ends with `tomorrow` too.
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

/// A task's line, of which nothing else is known.
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

/// What is asked of all tasks in one pass, as far as the index can tell it.
package struct TaskScan: Equatable, Sendable {
  package indirect enum Condition: Equatable, Sendable {
    case all([Condition])
    case any([Condition])
    case isOpen(Bool)
    /// The day is written, and within a span.
    case day(Date, DaySpan)
    case noDay(Date)
    case isRecurring
    /// These letters are in its text, in any case; they are ASCII and small, or have no case. Texts
    /// with others may fit by Unicode's rules: they are reported too.
    case holds(Text, String)
  }

  package enum Text: Sendable {
    case words, path, tags
  }

  package enum Date: String, CaseIterable, Sendable {
    case created, scheduled, due, done, cancelled
  }

  package var condition: Condition?
  /// Only tasks of notes that fit it are wanted.
  package var scope: FileScope?
  /// Whether the headings above are listed.
  package var withHeadings = false

  package init(_ condition: Condition? = nil) { self.condition = condition }
}

/// A task, and the heading above it, where that was asked for.
package struct ScannedTask: Equatable, Sendable {
  package var record: TaskRecord
  package var heading: String?

  package init(_ record: TaskRecord, heading: String? = nil) {
    self.record = record
    self.heading = heading
  }
}
