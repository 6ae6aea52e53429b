import Lists
import Terminal
import Viper

enum AgendaKeymap {
  static let rows = Keymap<AgendaCommand>(
    [
      .init(["Enter"], .open, "open the note at the task's line", hint: "open"),
      .init(["x", "Space"], .toggle, "mark as done, or open again", hint: "done"),
      .init(["a"], .add, "add a task", hint: "add"),
      .init(
        ["r"], .reschedule, "put off to another day", hint: "day",
        words: ["postpone", "reschedule", "snooze"]),
      .init(["u"], .undo, "undo the last of these", hint: "undo"),
      .init(["c"], .showCalendar, "the month", hint: "month"),
      .init(["/"], .beginFilter, "filter by words as you type"),
      .init(["t"], .chooseTag, "tasks with a tag alone"),
      .init(["F"], .chooseFolder, "tasks in a folder alone"),
      .init(["p"], .nextPriority, "tasks of a high priority alone, then of lower ones too"),
      .init(["]", "Tab"], .nextSection, "next section"),
      .init(["[", "S-Tab"], .previousSection, "section before"),
    ] + Keymap.rows(of: "task", AgendaCommand.move) + [
      .init(["F5"], .reload, "look again; tasks that are done go"),
      .init(["Esc"], .back, "show all tasks again, then go back", hint: "back"),
      .init(["q"], .close, "go back"),
    ]
  ).titled("Agenda")

  /// The keys while the filter is typed, when letters are text.
  static let filter = Keymap<AgendaCommand>([
    .init(["Enter"], .open, "open the note at the task's line", hint: "open"),
    .init(["Tab"], .keepFilter, "keep the filter, and go to the tasks", hint: "to the tasks"),
    .init(["Esc"], .dropFilter, "drop the filter", hint: "clear"),
    .init(["Down"], .move(.lines(1)), "next task"),
    .init(["Up"], .move(.lines(-1)), "previous task"),
  ]).titled("Agenda's filter")

  static let calendar = Keymap<AgendaCommand>([
    .init(["Enter"], .calendar(.open), "show this day's tasks", hint: "tasks"),
    .init(["a"], .calendar(.add), "add a task for this day", hint: "add"),
    .init(["D"], .calendar(.openNote), "open this day's daily note", hint: "note"),
    .init(["u"], .undo, "undo the last change of tasks"),
    .init(["Left", "h"], .calendar(.move(days: -1)), "day before"),
    .init(["Right", "l"], .calendar(.move(days: 1)), "next day"),
    .init(["Up", "k"], .calendar(.move(days: -7)), "week before"),
    .init(["Down", "j"], .calendar(.move(days: 7)), "next week"),
    .init(["PgUp"], .calendar(.moveMonths(-1)), "month before"),
    .init(["PgDn"], .calendar(.moveMonths(1)), "next month"),
    .init(["Home"], .calendar(.today), "today", hint: "today"),
    .init(["Esc", "c"], .calendar(.close), "back to the tasks", hint: "back"),
    .init(["q"], .close, "go back"),
  ]).titled("Calendar")
}
