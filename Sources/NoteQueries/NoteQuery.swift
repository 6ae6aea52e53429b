package import Entities

/// A query of all notes: a tree of conditions. `NoteQuery(parsing:)` reads it from the user's text.
package indirect enum NoteQuery: Equatable, Sendable {
  /// Matches every note.
  case all
  case and([NoteQuery])
  case or([NoteQuery])
  case not(NoteQuery)
  /// A word with this prefix, in title or text.
  case word(String)
  /// A regular expression over title and text.
  case expression(String)
  /// These exact characters in title or text, including blanks and signs, also within words.
  case literal(String, isAnyCase: Bool)
  /// Words, expressions and characters that all occur in one part of the note.
  case within(Scope, NoteQuery)
  /// The tag or one nested in it.
  case tag(String)
  /// A part of the path.
  case path(String)
  /// A part of the file's name.
  case file(String)
  /// Regular expressions over the path and over the file's name.
  case pathExpression(String)
  case fileExpression(String)
  /// Words with these prefixes in the title.
  case title(String)
  case hasTask(TaskFilter)
  /// The note has a task that is due within these days.
  case due(DateBound)
  case created(DateBound)
  case modified(DateBound)
  case has(Feature)
  /// The property has this text in a value; nil only requires the property. A number must match the
  /// whole value, and an empty text means no value.
  case property(name: Name, value: String?)
  /// A regular expression over the property's values.
  case propertyExpression(name: Name, String)
  /// The property is a number that compares so with this one.
  case number(name: Name, Sign, Double)
  /// The property is a day or a time within these days.
  case day(name: Name, DateBound)

  /// A condition on property names.
  package enum Name: Equatable, Sendable, ExpressibleByStringLiteral {
    /// The whole name, ignoring case.
    case name(String)
    /// A regular expression over the name, ignoring case.
    case expression(String)

    package init(stringLiteral name: String) { self = .name(name) }
  }

  package enum Sign: String, Sendable, CaseIterable {
    case less = "<"
    case most = "<="
    case more = ">"
    case least = ">="

    package func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .less: left < right
      case .most: left <= right
      case .more: left > right
      case .least: left >= right
      }
    }
  }

  /// A part of a note.
  package enum Scope: String, Sendable, CaseIterable {
    /// Everything except the title.
    case content
    case line
    /// Lines without a blank line between them.
    case block
    /// The text from one heading to the next.
    case section
    /// A task's line.
    case task
    case openTask = "task-todo"
    case doneTask = "task-done"
  }

  package enum TaskFilter: String, Sendable, CaseIterable {
    case todo, done
  }

  package enum Feature: String, Sendable, CaseIterable {
    case link, task, attachment
  }

  /// A range of days in local time that includes both ends; nil leaves an end open.
  package struct DateBound: Equatable, Sendable {
    package var first: CivilTime?
    package var last: CivilTime?

    package init(first: CivilTime?, last: CivilTime?) {
      self.first = first
      self.last = last
    }
  }
}

/// A query that cannot be read, and the position of the problem.
package struct QueryError: Error, Equatable, Sendable {
  /// The problem and its solution.
  package var message: String
  /// The position in characters, counted from 0.
  package var position: Int
}
