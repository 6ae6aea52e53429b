import Terminal

/// The keys of the preview while it has the focus.
enum PreviewKeymap {
  static let table = Keymap<PreviewCommand>([
    .init(["Down", "j"], .scroll(1), "one row down", hint: "scroll"),
    .init(["Up", "k"], .scroll(-1), "one row up"),
    .init(["PgDn"], .page(1), "one page down"),
    .init(["PgUp"], .page(-1), "one page up"),
    .init(["Home", "g"], .toStart, "to the start of the note"),
    .init(["End", "G"], .toEnd, "to the end of the note"),
  ])
}
