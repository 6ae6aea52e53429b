import KeyRows
import Vim

extension CursorsPlay {
  /// Each `|` is a cursor; the first is the main one.
  static func vim(_ marked: String) -> CursorsPlay {
    CursorsPlay(VimMachine(), marked, names: KeyTokens.keys)
  }

  static func vim(_ string: String, at offsets: [Int], main: Int = 0) -> CursorsPlay {
    CursorsPlay(VimMachine(), string, at: offsets, main: main, names: KeyTokens.keys)
  }
}
