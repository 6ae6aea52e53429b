import Terminal

enum StatsKeymap {
  static let yearTable = year.table(titled: "Statistics")
  static let listTable = list.table(titled: "Notes of a day")

  static let year = Keymap<StatsCommand>([
    .init(["Enter"], .open, "the notes of the day", hint: "its notes"),
    .init(["Up", "k"], .moveDays(-1), "the day before"),
    .init(["Down", "j"], .moveDays(1), "the day after"),
    .init(["Left", "h"], .moveDays(-7), "the week before"),
    .init(["Right", "l"], .moveDays(7), "the week after"),
    .init(["PgUp"], .page(-1), "four weeks back"),
    .init(["PgDn"], .page(1), "four weeks on"),
    .init(["Home", "g"], .first, "the first day"),
    .init(["End", "G", "t"], .last, "today"),
    .init(["D"], .openDailyNote, "the daily note of the day", hint: "daily note"),
    .init(["F5"], .reload, "count again"),
    .init(["Esc", "q"], .back, "go back", hint: "back"),
  ])

  static let list = Keymap<StatsCommand>([
    .init(["Enter"], .open, "open the note", hint: "open"),
    .init(["Down", "j"], .moveRows(1), "next note"),
    .init(["Up", "k"], .moveRows(-1), "previous note"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["Home", "g"], .first, "first note"),
    .init(["End", "G"], .last, "last note"),
    .init(["D"], .openDailyNote, "the daily note of the day", hint: "daily note"),
    .init(["F5"], .reload, "look again"),
    .init(["Esc", "q"], .back, "back to the year", hint: "back"),
  ])
}
