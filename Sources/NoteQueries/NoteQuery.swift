package import Entities

/// What is asked of all notes: a tree of conditions. `NoteQuery(parsing:)` reads it from what a
/// person typed.
package indirect enum NoteQuery: Equatable, Sendable {
  /// Fits every note.
  case all
  case and([NoteQuery])
  case or([NoteQuery])
  case not(NoteQuery)
  /// A word that begins so, in title or text.
  case word(String)
  /// A regular expression over title and text.
  case expression(String)
  /// These characters as they are, in title or text: blanks and signs count, within words too.
  case literal(String, isAnyCase: Bool)
  /// Words, expressions and characters that fit together in one part of the note.
  case within(Scope, NoteQuery)
  /// The tag, or one below it.
  case tag(String)
  /// Part of the path.
  case path(String)
  /// Part of the file's name.
  case file(String)
  /// Regular expressions over the path, and over the file's name.
  case pathExpression(String)
  case fileExpression(String)
  /// Words that begin so, in the title.
  case title(String)
  case hasTask(TaskFilter)
  /// A task of the note is due then.
  case due(DateBound)
  case created(DateBound)
  case modified(DateBound)
  case has(Feature)
  /// The property has this in a value, or, with nil, is there. A number must be all of it, and an empty
  /// text means that there is no value.
  case property(name: Name, value: String?)
  /// A regular expression over the property's values.
  case propertyExpression(name: Name, String)
  /// The property is a number on that side of another.
  case number(name: Name, Sign, Double)
  /// The property is a day, or a time of a day, within these.
  case day(name: Name, DateBound)

  /// Which properties are meant.
  package enum Name: Equatable, Sendable, ExpressibleByStringLiteral {
    /// All of the name, without case.
    case name(String)
    /// A regular expression over it, without case too.
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
    /// All of it but the title.
    case content
    case line
    /// Lines without a blank one between them.
    case block
    /// From one heading to the next.
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

  /// From the first day to the last, both within; nil is open. Days are the person's own.
  package struct DateBound: Equatable, Sendable {
    package var first: CivilTime?
    package var last: CivilTime?

    package init(first: CivilTime?, last: CivilTime?) {
      self.first = first
      self.last = last
    }
  }
}

/// A query that cannot be read, and where it goes wrong.
package struct QueryError: Error, Equatable, Sendable {
  /// The problem, and what would be right.
  package var message: String
  /// Counted in characters from 0.
  package var position: Int
}
