extension CommandTable {
  static let tasks = [
    CommandSpec(
      "task add", [ArgumentSpec("TEXT", repeats: true)], vault: .makes,
      options: [.due, .priority, .to, .absolute],
      answer: .one(taskFields),
      says: "add a task to a note, and print its line",
      details: """
        The task comes behind the last one of the note, else at its end. Without --to it goes into \
        the note that the setting task-note names, “Tasks” where it names none, which is made where \
        it is not there. A day is written as 2026-12-01, tomorrow, fri, next monday, in 2 weeks or \
        1 dec.
        """,
      example: "task add \"Pay the rent\" --due fri --priority high",
      check: { $0.tasks.checkAdded }
    ) { $0.tasks.addTask },
    CommandSpec(
      .taskDone, [note, ArgumentSpec("LINE", .taskLine, isOptional: true, repeats: true)],
      vault: .changes,
      options: [.absolute], answer: .many(taskFields),
      says: "tick tasks of a note",
      details: """
        LINE is the number of the task's line, or words that only one open task of the note has; \
        NOTE:LINE, as tasks prints it, names both. \
        The day is written where the line has dates, and a recurring task leaves its next one above. \
        The note is saved once: all of them are ticked, or none.
        """,
      example: "task done \"Plan B\" 12 \"pay the rent\""
    ) { $0.tasks.tickTasks },
    CommandSpec(
      "task reschedule", [ArgumentSpec("NOTE:LINE", .taskLocation), ArgumentSpec("DAY", .day)],
      vault: .changes,
      options: [.absolute],
      answer: .one(taskFields),
      says: "give a task another day",
      details: """
        It is the day on which the task is due, or for which it is scheduled where its line says only \
        that. DAY is written as for task add; none takes the day away.
        """,
      example: "task reschedule \"Plan B:12\" \"next friday\"",
      check: { $0.tasks.checkLine }
    ) { $0.tasks.rescheduleTask },
  ]

  private static let taskFields =
    [path, pathBytes] + [
      AnswerField("line", "the task's line in the note, counted from 1"),
      AnswerField("text", "the words of the task"),
      AnswerField("due", "the day on which it is due, as YYYY-MM-DD; null without"),
    ]
}
