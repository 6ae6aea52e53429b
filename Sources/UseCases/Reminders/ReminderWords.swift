import Entities

enum ReminderWords {
  /// The words of a task without what says when it reminds.
  static func words(of facts: TaskFacts) -> String {
    var words = facts.words
    for reminder in facts.reminders where !reminder.hasPrefix(TaskFacts.dueWord) {
      for written in [
        "(@\(reminder))", "⏰ \(reminder)", "⏰\(reminder)", "📅 \(reminder)",
        "[reminder:: \(reminder)]", "(reminder:: \(reminder))",
      ] {
        words = removing(written, from: words)
      }
    }
    words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? "Task" : words
  }

  private static func removing(_ part: String, from words: String) -> String {
    guard let found = words.firstRange(of: part) else { return words }
    return String(words[..<found.lowerBound]) + String(words[found.upperBound...])
  }

  /// The most reminders that a summary lists.
  private static let mostListed = 8

  static func notice(of reminders: [Reminder], isSecret: Bool) -> (title: String, text: String) {
    let count = reminders.count
    if isSecret {
      return (
        count == 1 ? "A task is due" : "\(count) tasks are due", "Open the vault to read more."
      )
    }
    if count == 1, let reminder = reminders.first {
      return (reminder.words, "\(reminder.time.shortText()) · \(reminder.title)")
    }
    var lines = reminders.prefix(mostListed).map { "\($0.time.shortText()) \($0.words)" }
    if count > mostListed { lines.append("and \(count - mostListed) more") }
    return ("\(count) reminders", lines.joined(separator: "\n"))
  }

  static let noProgram =
    "notify-send is not installed, so reminders are shown only in an open window. Install libnotify-bin "
    + "or libnotify."
  static let noBus =
    "There is no D-Bus session here, so reminders are shown only in an open window. Over ssh or from cron, "
    + "set DBUS_SESSION_BUS_ADDRESS."

  static func refused(_ reason: String) -> String {
    "The reminder could not be shown by notify-send: \(reason) It rings again at the next run."
  }
}
