import Lists
import Terminal
import Viper

enum StatsKeymap {
  static let year = Keymap<StatsCommand>([
    .init(["Enter"], .open, "the notes of the day", hint: "its notes"),
    .init(["Up", "k"], .moveDays(-1), "the day before"),
    .init(["Down", "j"], .moveDays(1), "the day after"),
    .init(["Left", "h"], .moveDays(-7), "the week before"),
    .init(["Right", "l"], .moveDays(7), "the week after"),
    .init(["PgUp"], .moveDays(-28), "four weeks back"),
    .init(["PgDn"], .moveDays(28), "four weeks on"),
    .init(["Home", "g"], .move(.toStart), "the first day"),
    .init(["End", "G", "t"], .move(.toEnd), "today"),
    .init(["D"], .openDailyNote, "the daily note of the day", hint: "daily note"),
    .init(["F5"], .reload, "count again"),
    .init(["Esc", "q"], .back, "go back", hint: "back"),
  ]).titled("Statistics")

  static let list = Keymap<StatsCommand>(
    [
      .init(["Enter"], .open, "open the note", hint: "open")
    ] + Keymap.rows(of: "note", StatsCommand.move) + [
      .init(["D"], .openDailyNote, "the daily note of the day", hint: "daily note"),
      .init(["F5"], .reload, "look again"),
      .init(["Esc", "q"], .back, "back to the year", hint: "back"),
    ]
  ).titled("Notes of a day").finding("note")
}
