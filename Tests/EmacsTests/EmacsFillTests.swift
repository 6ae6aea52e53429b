import Testing

@testable import Emacs

/// What emacs 28 does, row by row.
@Suite("Filling with emacs's keys")
struct EmacsFillTests {
  static let rows: [(before: String, keys: String, after: String)] = [
    ("[x.]\t\t ccc|\n", "M-q", "[x.]  ccc|\n"),
    ("... )\n… 12|\n", "M-q", "... ) … 12|\n"),
    ("  -\n- é\nx.y|\n", "M-q", "  - é x.y|\n"),
    ("> 3 a\n> |\n", "M-q", "> 3 a|\n"),
    ("- -4\n-| Why?\n- a\n", "C-u 8 C-x f M-q", "- -4\n- |Why?\n- a\n"),
  ]

  @Test("A paragraph is filled as by a default emacs", arguments: rows)
  func filling(before: String, keys: String, after: String) {
    var play = EmacsPlay(before, options: .asShipped)
    play.press(keys)
    #expect(play.marked == after)
  }

  @Test("One blank follows a sentence if set so")
  func singleBlanks() {
    #expect(EmacsPlay.after("One.  Two.\nThree|", "M-q") == "One. Two. Three|")
  }
}
