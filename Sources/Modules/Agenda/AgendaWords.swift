import Entities
import UseCases
import Viper

// The agenda's messages and questions.

enum AgendaWords {
  /// Returns the legend of the signs in the calendar.
  static func legend(isWide: Bool) -> String {
    isWide ? "● daily note   3 open tasks" : "* daily note  . tasks  + both"
  }

  static func streak(_ days: Int) -> String { days < 2 ? "" : "\(days) days in a row" }

  static func done(_ outcome: AgendaOutcome) -> String {
    switch outcome {
    case .done(let words): SharedWords.undoable("\(quoted(words)) is done.")
    case .reopened(let words): SharedWords.undoable("\(quoted(words)) is open again.")
    case .marked(let words, let name):
      SharedWords.undoable("\(quoted(words)) is \(name.isEmpty ? "marked" : quoted(name)) now.")
    case .rescheduled(let words, nil):
      SharedWords.undoable("\(quoted(words)) has no day any more.")
    case .rescheduled(let words, let day?):
      SharedWords.undoable("\(quoted(words)) is due on \(AgendaDate.long(day)).")
    case .added(let words, let day, let note):
      SharedWords.undoable(
        "Added \(quoted(words))\(day.map { " for \(AgendaDate.long($0))" } ?? "")"
          + " to \(note.path.text).")
    case .tookBack(let words): "\(quoted(words)) is as it was."
    case .removedAdded(let words): "\(quoted(words)) is taken away again."
    }
  }

  /// Quotes the words, cut short to leave room for the rest of the message.
  private static func quoted(_ words: String) -> String {
    words.count > 28 ? "“\(words.prefix(27))…”" : "“\(words)”"
  }

  static func noDay(_ written: String) -> String {
    "Not a date: “\(written)”. Use fri, tomorrow, in 2 weeks or 2026-12-01."
  }

  static func isDone(_ words: String) -> String {
    "“\(words)” is done. Press x to open it again."
  }

  static let unchanged = "It stays as it is."
  static let notChanged = "The task was not changed."
  static let noDailyNotes = "No daily notes can be opened here."

  // MARK: - Rows

  static let isBlocked = "waits for another"
  static let noWords = "(no words)"

  static func andAbove(_ priority: String) -> String { "\(priority) and above" }

  /// Returns the line about a day of the calendar.
  static func remark(on day: Day, _ tasks: Int, hasNote: Bool) -> String {
    let count = tasks == 0 ? "nothing due" : tasks == 1 ? "1 task" : "\(tasks) tasks"
    return "\(AgendaDate.long(day)): \(count)\(hasNote ? ", a daily note" : "")"
  }

  static func nothingDue(on day: Day) -> [String] {
    ["Nothing is due on \(AgendaDate.long(day)).", "Press Esc to see all tasks."]
  }

  static let noneChosen = ["No open task is among those chosen.", "Press Esc to see all tasks."]

  static let noTasks = [
    "No open tasks.",
    "Press a to add one, or write “- [ ] Call Ann 📅 2026-12-01” into any note.",
  ]
}

extension Question {
  static func tag(now tag: String) -> Question {
    .line(
      "Tag", "Only tasks with this tag (leave empty for all):", initial: tag,
      offers: .tags(isSingle: true))
  }

  static func folder(now folder: String) -> Question {
    .line(
      "Folder", "Only tasks in this folder (leave empty for all):", initial: folder,
      offers: .folders(makesNew: false))
  }
}

/// Formats days for the agenda.
enum AgendaDate {
  /// Returns the shortest unambiguous text: the weekday within this week, the date beyond it, and
  /// nothing for today.
  static func short(_ day: Day, in group: AgendaGroup, today: Day) -> String {
    switch group {
    case .today, .noDate: return ""
    case .tomorrow, .laterThisWeek: return day.weekday.name
    case .overdue, .nextWeek, .later:
      let time = day.time
      let date =
        "\(day.weekday.name.prefix(3)) \(time.day) \(EnglishDate.month(time.month).prefix(3))"
      return time.year == today.time.year ? date : "\(date) \(time.year)"
    }
  }

  /// Returns text such as `Friday, 6 March 2026`.
  static func long(_ day: Day) -> String {
    let time = day.time
    return "\(day.weekday.name), \(time.day) \(EnglishDate.month(time.month)) \(time.year)"
  }

  /// Returns text such as `March 2026`.
  static func monthTitle(_ day: Day) -> String {
    "\(EnglishDate.month(day.time.month)) \(day.time.year)"
  }

  /// Returns the ISO 8601 number of the week that shares most of these seven days.
  static func weekNumber(ofWeekFrom first: Day) -> Int {
    first.advanced(by: (Weekday.thursday.rawValue - first.weekday.rawValue + 7) % 7).isoWeek.number
  }
}
