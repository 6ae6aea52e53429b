import Terminal
import Viper

/// The keys of the palette. All other keys are typed into the field.
enum PaletteKeymap {
  static let map = Keymap<PaletteCommand>([
    .init(["Enter"], .accept, "open the note, do what is chosen", hint: "open"),
    .init(["M-Enter", "C-Enter"], .acceptBeside, "open the note beside", hint: "beside"),
    .init(["M-n"], .makeNote, "make a note named by what is typed"),
    .init(["Down", "C-n", "Tab"], .move(.lines(1)), "next row"),
    .init(["Up", "C-p", "S-Tab"], .move(.lines(-1)), "row before"),
    .init(["PgDn"], .move(.pages(1)), "a screenful down"),
    .init(["PgUp"], .move(.pages(-1)), "a screenful up"),
    .init(["Esc"], .close, "close the palette", hint: "close"),
  ]).titled("Palette")
}
