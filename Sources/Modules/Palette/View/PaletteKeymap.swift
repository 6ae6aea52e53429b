import Terminal

/// All other keys are typed into the field.
enum PaletteKeymap {
  static let map = Keymap<PaletteCommand>([
    .init(["Enter"], .accept, "open the note, do what is chosen", hint: "open"),
    .init(["M-Enter", "C-Enter"], .acceptBeside, "open the note beside", hint: "beside"),
    .init(["Down", "C-n"], .move(1), "next row"),
    .init(["Up", "C-p"], .move(-1), "row before"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["Esc"], .close, "close the palette", hint: "close"),
  ])
}
