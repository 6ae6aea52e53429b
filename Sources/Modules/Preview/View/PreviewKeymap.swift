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
    .init(
      ["f"], .fill, "fill the screen, or go back into the pane", hint: "full", words: ["read"]),
    .init(["x"], .toggle, "tick the selected box, else the first on the screen", hint: "tick"),
    .init(["z"], .fold, "fold the selected callout, else the first on the screen, or open it"),
    .init(["e"], .edit, "write in the selected embed, else in the first in sight"),
    .init(["i", "M-I"], .properties, "properties, as a form"),
    .init(["P"], .drawPictures, "draw the pictures of this vault, now and later"),
    .init(["u"], .takeBack, "take back what was last ticked, or written in an embed"),
    .init(["Esc"], .leave, "back", hint: "back"),
  ]).titled("Preview")

  /// The keys that find text, where the preview has the screen for itself.
  static let find = Keymap<PreviewFind>([
    .init(["/"], .begin, "find as you type", wide: "find", words: ["search"]),
    .init(["F3", "n"], .next, "next match"),
    .init(["S-F3", "N"], .previous, "match before"),
  ])

  /// The keys of the search field; all others are typed into it.
  static let prompt = Keymap<PreviewFind>([
    .init(["Enter"], .done, "done, at the match", hint: "done"),
    .init(["Esc"], .back, "back to where it was", hint: "back"),
    .init(["Down", "F3"], .next, "next match", hint: "next"),
    .init(["Up", "S-F3"], .previous, "match before", hint: "before"),
  ]).titled("Find in a preview")

  static let finding = table.adding(find.table.rows, behind: "G").table

  /// The keys for a page of the guide, in which nothing can be changed.
  static let guide: KeyTable = {
    let changing: [PreviewCommand] = [
      .fill, .toggle, .edit, .properties, .drawPictures, .takeBack, .fold,
    ]
    let keys = table.bindings.filter { changing.contains($0.command) }.flatMap(\.keys)
      .map(\.name)
    var rows = finding.rows.filter { !$0.keys.contains(where: keys.contains) }
    for index in rows.indices where rows[index].keys == ["Esc"] { rows[index].keys.append("q") }
    return KeyTable(title: "Guide", rows: rows)
  }()
}

/// A step of finding text.
enum PreviewFind: Equatable, Sendable {
  case begin, next, previous
  /// Leaves the search field at the match; `back` returns to the row before.
  case done, back
}
