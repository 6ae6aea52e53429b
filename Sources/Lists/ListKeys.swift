package import Terminal
package import Viper

extension Keymap {
  /// Returns the keys that move through every list; `thing` names a row: “note”.
  package static func rows(
    of thing: String, section: String? = nil, _ move: (ScrollMove) -> Command
  ) -> [Binding] {
    [
      Binding(["j", "Down"], move(.lines(1)), "next \(thing)", section: section),
      Binding(["k", "Up"], move(.lines(-1)), "previous \(thing)"),
      Binding(["PgDn"], move(.pages(1)), "a screenful down"),
      Binding(["PgUp"], move(.pages(-1)), "a screenful up"),
      Binding(["C-d"], move(.halfPages(1)), "half a screenful down"),
      Binding(["C-u"], move(.halfPages(-1)), "half a screenful up"),
      Binding(["g", "Home"], move(.toStart), "first \(thing)"),
      Binding(["G", "End"], move(.toEnd), "last \(thing)"),
    ]
  }
}
