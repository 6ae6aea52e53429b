import TestSupport
import TextEngine
import Testing

@testable import Emacs

/// Any keys at all.
struct EmacsRandomTests {
  private static let texts = [
    "", "x", "one two. three\n\n  four\tfive\n", "日本語 ノート\r\nplain 漢字\r\n",
    "(a (b) c) \"d\"\n- e\u{301} f\n",
  ]

  private static let keys: [String] =
    EmacsCommand.all.flatMap(\.keys).flatMap { $0.split(separator: " ").map(String.init) }
    + ["a", "b", ".", "Space", "-", "1", "y", "n", "!", "u", "^", "q", "C-s", "e", "Esc", "é", "日"]

  /// How many keys are in each round: 20,000 in all, and 100,000 by `make check`.
  private static let keysInRound = Thorough.isAsked ? 2_500 : 500

  @Test(arguments: 0..<40)
  func `no keys do harm, and all is undone`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &+ Thorough.seed)
    let first = Self.texts[seed % Self.texts.count]
    var options = seed % 2 == 0 ? EmacsOptions.asShipped : EmacsOptions()
    options.mostMacroKeys = 200
    var play = EmacsPlay(first, offset: 0, options: options)
    for _ in 0..<Self.keysInRound {
      let key = try #require(Self.keys.randomElement(using: &random))
      play.press([key])
      let text = play.text.text
      let isSound = play.text.selections.all.allSatisfy { selection in
        [selection.anchor, selection.head].allSatisfy { offset in
          offset <= text.end && text.boundary(atOrBefore: offset) == offset
        }
      }
      try #require(isSound, "\(seed): \(key) ends in a character")
      // A text that doubles with each key is of no more use.
      if play.text.text.byteCount > 20_000 {
        while play.text.undo() != nil {}
        try #require(play.string == first)
        play = EmacsPlay(first, offset: 0, options: options)
      }
    }
    while play.text.undo() != nil {}
    #expect(play.string == first)
  }
}
