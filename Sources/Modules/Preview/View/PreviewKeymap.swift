import Terminal

/// The keys of the preview while it has the focus.
enum PreviewKeymap {
  static let table = Keymap<PreviewCommand>([
    .init(["Down", "j"], .scroll(1), "one row down", hint: "scroll"),
    .init(["Up", "k"], .scroll(-1), "one row up"),
    .init(["PgDn", "Space"], .page(1), "one page down"),
    .init(["PgUp", "b"], .page(-1), "one page up"),
    .init(["Home", "g"], .toStart, "to the start of the note"),
    .init(["End", "G"], .toEnd, "to the end of the note"),
    .init(
      ["Tab"], .walk(1), "to the next link, box or callout; behind the last one back",
      hint: "links"),
    .init(["S-Tab"], .walk(-1), "to the link, box or callout before"),
    .init(
      ["Enter"], .open, "open the link or the row, tick the box, fold the callout", hint: "open"),
    .init(["]"], .heading(1), "to the next heading"),
    .init(["["], .heading(-1), "to the heading before"),
    .init(["o"], .outline, "the headings, to go to one", hint: "outline"),
    .init(["f"], .fill, "fill the screen, or go back into the pane", hint: "full"),
    .init(["x"], .toggle, "tick the selected box, else the first on the screen", hint: "tick"),
    .init(["z"], .fold, "fold the selected callout, else the first on the screen, or open it"),
    .init(["e"], .edit, "write in the selected embed, else in the first in sight"),
    .init(["i", "M-I"], .properties, "properties, as a form"),
    .init(["P"], .drawPictures, "draw the pictures of this vault, now and later"),
    .init(["u"], .takeBack, "take back what was last ticked, or written in an embed"),
    .init(["Esc"], .leave, "back", hint: "back"),
  ]).titled("Preview")
}
