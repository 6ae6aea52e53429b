import Emacs
import KeyRows

extension CursorsPlay {
  private static var machine: EmacsMachine {
    var options = EmacsOptions()
    options.movesByRows = false
    options.mostMacroKeys = 200
    return EmacsMachine(options: options)
  }

  /// Each `|` is a cursor; the first is the main one.
  static func emacs(_ marked: String) -> CursorsPlay {
    CursorsPlay(machine, marked, names: EmacsRow.keys)
  }

  static func emacs(_ string: String, at offsets: [Int], main: Int = 0) -> CursorsPlay {
    CursorsPlay(machine, string, at: offsets, main: main, names: EmacsRow.keys)
  }
}
