extension CommandTable {
  static let tasks = [
    CommandSpec(
      "remind", vault: .opens, options: [.watch, .installHint],
      answer: .many([
        AnswerField("time", "when it was due, as YYYY-MM-DD HH:MM"),
        AnswerField("text", "the words of the task"),
        path, pathBytes,
        AnswerField("line", "the task's line, counted from 1; null for a note that is a task"),
      ]),
      worksLocked: true,
      says: "show the reminders that are due, each once",
      details: """
        Shows them on the desktop by notify-send, prints them, and waits up to 50 seconds for \
        Done, In 10 minutes or Open. With --watch it goes on, and waits as long as one is shown. \
        --install-hint prints a systemd timer and a line for cron. What was missed, for instance \
        while the machine slept, is one summary. The settings reminder-time and quiet-hours apply. \
        An encrypted vault shows no word of a note, and nothing while it is locked.
        """,
      example: "remind --install-hint"
    ) { $0.reminding.remind },
    CommandSpec(
      "task add", [ArgumentSpec("TEXT", repeats: true)], vault: .makes,
      options: [.due, .priority, .to, .absolute],
      answer: .one(taskFields),
      says: "add a task to a note, and print its line",
      details: """
        The task is added after the last task of the note, else at the note's end. Without --to it \
        goes into the note that the setting task-note names, or “Tasks” if it names none; that \
        note is created if it does not exist. A day is written as 2026-12-01, tomorrow, fri, next \
        monday, in 2 weeks or 1 dec.
        """,
      example: "task add \"Pay the rent\" --due fri --priority high",
      check: { $0.tasks.checkAdded }
    ) { $0.tasks.addTask },
    CommandSpec(
      .taskDone, [note, ArgumentSpec("LINE", .taskLine, isOptional: true, repeats: true)],
      vault: .changes,
      options: [.absolute], answer: .many(taskFields),
      says: "mark tasks of a note as done",
      details: """
        LINE is the number of the task's line, or words that match only one open task of the note; \
        NOTE:LINE, as tasks prints it, names both. If the line has dates, the day is added; for a \
        recurring task, the next one is added above. The note is saved once: all tasks are marked, \
        or none.
        """,
      example: "task done \"Plan B\" 12 \"pay the rent\""
    ) { $0.tasks.tickTasks },
    CommandSpec(
      "task reschedule", [ArgumentSpec("NOTE:LINE", .taskLocation), ArgumentSpec("DAY", .day)],
      vault: .changes,
      options: [.absolute],
      answer: .one(taskFields),
      says: "change the day of a task",
      details: """
        Changes the day on which the task is due, or its scheduled day if the line has only that. \
        DAY is written as for task add; none removes the day.
        """,
      example: "task reschedule \"Plan B:12\" \"next friday\"",
      check: { $0.tasks.checkLine }
    ) { $0.tasks.rescheduleTask },
  ]

  private static let taskFields =
    [path, pathBytes] + [
      AnswerField("line", "the task's line in the note, counted from 1"),
      AnswerField("text", "the words of the task"),
      AnswerField("due", "the day on which it is due, as YYYY-MM-DD; null if none"),
    ]
}
