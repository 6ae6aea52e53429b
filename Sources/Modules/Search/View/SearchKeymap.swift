import Terminal
import Viper

/// The keys of the search. Letters and editing keys go to the field.
enum SearchKeymap {
  static let map = Keymap<SearchCommand>([
    .init(["Enter"], .open, "open the note at the line", hint: "open"),
    .init(["Down", "C-n"], .move(.lines(1)), "next line that is found"),
    .init(["Up"], .move(.lines(-1)), "line before"),
    .init(["M-Down"], .moveNote(1), "next note"),
    .init(["M-Up"], .moveNote(-1), "note before"),
    .init(["PgDn"], .move(.lines(10)), "ten lines down"),
    .init(["PgUp"], .move(.lines(-10)), "ten lines up"),
    .init(["C-Home"], .move(.toStart), "first line"),
    .init(["C-End"], .move(.toEnd), "last line that is shown"),
    .init(["C-r"], .replace, "replace in all notes that are found", hint: "replace"),
    .init(["M-u"], .restore, "bring back the saved search that was deleted last"),
    .init(["Esc"], .close, "go back; the query stays for the next time", hint: "back"),
    .init(["C-s"], .save, "give the search a name, to find it here again", hint: "save"),
  ]).titled("Search")

  /// The keys while the saved searches are shown.
  static let saved = Keymap<SearchCommand>([
    .init(["Enter"], .open, "search for it", hint: "search"),
    .init(["Down", "C-n"], .move(.lines(1)), "next saved search"),
    .init(["Up"], .move(.lines(-1)), "saved search before"),
    .init(["PgDn"], .move(.lines(10)), "ten down"),
    .init(["PgUp"], .move(.lines(-10)), "ten up"),
    .init(["C-Home"], .move(.toStart), "first saved search"),
    .init(["C-End"], .move(.toEnd), "last saved search"),
    .init(["F2"], .rename, "give it another name", hint: "rename"),
    .init(["Del"], .forget, "delete it", hint: "delete"),
    .init(["M-u"], .restore, "bring back the one that was deleted last"),
    .init(["Esc"], .close, "go back", hint: "back"),
  ]).titled("Saved searches")
}
