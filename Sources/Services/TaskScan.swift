package import Entities

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
    /// These letters are in its text, in whatever case; they are ASCII and small, or have no case. Texts
    /// with others may fit by Unicode's rules: they are told too.
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
  /// Whether the headings above are told.
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
