extension CommandTable {
  static let days = [
    CommandSpec(
      "daily", [ArgumentSpec("TEXT", isOptional: true)], vault: .makes, options: [.date] + ofPaths,
      answer: .one([path, pathBytes]),
      says: "add lines to a daily note and print its path",
      details: """
        The day's note is made where it is not there, with the template that daily-template, else \
        Obsidian, names; where it stands and what it is called say daily-folder and daily-format. \
        TEXT goes to its end, on lines of its own; - reads standard input. Without TEXT the note is \
        only made.
        """,
      example: "daily \"watered the plants\"",
      check: { $0.writing.checkDaily }
    ) { $0.writing.daily },
    CommandSpec(
      "export ics", [ArgumentSpec("DEST", .file)], vault: .opens,
      says: "write the tasks that have a date as a calendar",
      details: """
        DEST becomes a file of iCalendar (RFC 5545) with a to-do for each task that has a day, done \
        ones too; - writes it to standard output. A task keeps its place in a calendar that reads \
        the file again as long as its note and its words stay.
        """,
      example: "export ics tasks.ics"
    ) { $0.tasks.exportCalendar },
  ]
}
