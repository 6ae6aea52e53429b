import Lists
import Terminal
import Viper

enum LinksKeymap {
  static let rows = Keymap<LinksCommand>([
    .init(["Enter"], .open, "open the note where the link stands, or leads", hint: "open"),
    .init(["Space"], .peek, "peek at the note", hint: "peek"),
    .init(["g"], .showGraph, "draw the notes around this one", hint: "graph"),
    .init(["c"], .makeLink, "make the mention a link", hint: "link"),
    .init(["C"], .makeAllLinks, "make links of all mentions"),
    .init(["n"], .makeNote, "make the note that a broken link names", hint: "new note"),
    .init(["u"], .undo, "undo the last of these"),
    .init(["]"], .nextSection, "next section"),
    .init(["["], .previousSection, "section before"),
    .init(["Tab"], .fold, "fold or unfold the section"),
    .init(["j", "Down"], .move(.lines(1)), "next link"),
    .init(["k", "Up"], .move(.lines(-1)), "previous link"),
    .init(["PgDn"], .move(.pages(1)), "a screenful down"),
    .init(["PgUp"], .move(.pages(-1)), "a screenful up"),
    .init(["C-d"], .move(.halfPages(1)), "half a screenful down"),
    .init(["C-u"], .move(.halfPages(-1)), "half a screenful up"),
    .init(["Home"], .move(.toStart), "first line"),
    .init(["G", "End"], .move(.toEnd), "last line"),
    .init(["F5"], .reload, "look again"),
    .init(["Esc", "q"], .close, "go back", hint: "back"),
  ]).titled("Links").finding("row")

  static let graph = Keymap<LinksCommand>([
    .init(["Enter"], .graph(.center), "bring the note into the middle", hint: "middle"),
    .init(["Backspace"], .graph(.goBack), "the note that was there before", hint: "before"),
    .init(["o"], .graph(.open), "open the note", hint: "open"),
    .init(["Space"], .graph(.peek), "peek at the note", hint: "peek"),
    .init(["Left", "h"], .graph(.left), "to the notes that lead here"),
    .init(["Right", "l"], .graph(.right), "to the notes that this leads to"),
    .init(["Up", "k"], .graph(.up), "note above"),
    .init(["Down", "j"], .graph(.down), "note below"),
    .init(["Esc", "g", "q"], .graph(.close), "back to the list of links", hint: "list"),
  ]).titled("Graph")
}
