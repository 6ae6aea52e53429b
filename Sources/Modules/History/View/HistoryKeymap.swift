import Lists
import Terminal
import Viper

enum HistoryKeymap {
  static let list = Keymap<HistoryCommand>(
    [
      .init(["Enter"], .read, "scroll what is shown of the version", hint: "read"),
      .init(["r"], .restore, "restore this version; the present text is kept", hint: "restore"),
      .init(["u"], .undo, "take the last restoring back", hint: "undo"),
    ] + aspects + [
      .init(["j", "Down"], .move(.lines(1)), "older version"),
      .init(["k", "Up"], .move(.lines(-1)), "newer version"),
      .init(["PgDn"], .move(.pages(1)), "a screenful down"),
      .init(["PgUp"], .move(.pages(-1)), "a screenful up"),
      .init(["C-d"], .move(.halfPages(1)), "half a screenful down"),
      .init(["C-u"], .move(.halfPages(-1)), "half a screenful up"),
      .init(["g", "Home"], .move(.toStart), "newest version"),
      .init(["G", "End"], .move(.toEnd), "oldest version"),
      .init(["F5"], .reload, "read the versions again"),
      .init(["Esc", "q"], .back, "go back", hint: "back"),
    ]
  ).titled("Versions").finding("version")

  /// The keys while the detail has them.
  static let detail = Keymap<HistoryCommand>(
    [
      .init(["Esc", "Enter", "q"], .back, "back to the list of versions", hint: "list"),
      .init(["n"], .moveHunk(1), "to the next change", hint: "next"),
      .init(["p"], .moveHunk(-1), "to the change before"),
      .init(["h"], .takeHunk, "take the marked change into the note", hint: "take"),
      .init(["u"], .undo, "take the last restoring back", hint: "undo"),
      .init(["r"], .restore, "restore this version; the present text is kept", hint: "restore"),
    ] + aspects + [
      .init(["j", "Down"], .move(.lines(1)), "one row down"),
      .init(["k", "Up"], .move(.lines(-1)), "one row up"),
      .init(["PgDn", "Space"], .move(.pages(1)), "one page down"),
      .init(["PgUp"], .move(.pages(-1)), "one page up"),
      .init(["C-d"], .move(.halfPages(1)), "half a screenful down"),
      .init(["C-u"], .move(.halfPages(-1)), "half a screenful up"),
      .init(["g", "Home"], .move(.toStart), "to the start"),
      .init(["G", "End"], .move(.toEnd), "to the end"),
    ]
  ).titled("A version")

  private static let aspects: [Keymap<HistoryCommand>.Binding] = [
    .init(["Tab"], .nextAspect, "what it changed, or what has changed since", hint: "compare"),
    .init(["t"], .toggleText, "its whole text", hint: "text"),
  ]
}
