import TestSupport
import Testing

@testable import TextEngine

@Suite("Random keys of the default keymap")
struct RandomKeysTests {
  private static let keys: [String] =
    KeyRules.played.modes.flatMap(\.rows).flatMap(\.keys)
    .flatMap { (keys: String) -> [String] in keys.split(separator: " ").map(String.init) }
    + [
      "a", "b", ".", "Space", "-", "1", "#", "|", "[", "]", "`", "*", "(", "é", "日", "👍🏽", "\u{301}",
    ]

  private static let texts = [
    "", "x", "one two three\n\n  - four\n\tfive\n",
    "- [ ] a\n  - b\n\n| k | v |\n|---|---|\n| 1 | 2 |\n",
    "日本語 👍🏽 e\u{301}gal\r\n漢字\r\n", "# A\n\n```sh\nls -l\n```\n> said\n1. one\n2. two",
  ]

  /// How many keys are in each round: 12,000 in all, and 100,000 by `make check`.
  private static let keysInRound = Thorough.isAsked ? 8_400 : 1_000

  @Test("Two cursors in one line of blanks make one new line")
  func cursorsInBlanks() throws {
    let text = Rope(Array("    ".utf8))
    let cursors = [1, 3].map { Selection(at: ByteOffset($0)) }
    var play = KeyPlay(
      MarkedSelections(text: text, selections: try #require(Selections(cursors, main: 1))))
    play.press(key: "Enter")
    #expect(play.selections.all.allSatisfy { $0.head <= play.text.end })
    play.press(key: "C-z")
    #expect(play.text == text)
  }

  @Test("Random keys do no harm, and undo leads back to the first text", arguments: 0..<12)
  func keys(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &+ Thorough.seed)
    let first = MarkedSelections(
      text: Rope(Array(Self.texts[seed % Self.texts.count].utf8), limits: RopeTests.small),
      selections: Selections(Selection(at: .zero)))
    var play = KeyPlay(first)
    play.toggledTask = ListTests.toggledTask
    var pressed: [String] = []
    for _ in 0..<Self.keysInRound {
      let key = try #require(Self.keys.randomElement(using: &random))
      pressed.append(key)
      play.press(key: key)
      let isSound = play.selections.all.allSatisfy { selection in
        [selection.anchor, selection.head].allSatisfy { offset in
          offset <= play.text.end && play.text.boundary(atOrBefore: offset) == offset
        }
      }
      try #require(isSound, "\(pressed.suffix(30))")
      // A text that doubles with each key is of no more use.
      if play.text.byteCount > 20_000 {
        while play.history.canUndo { play.press(key: "C-z") }
        try #require(play.text == first.text)
        play = KeyPlay(first)
        pressed = []
      }
    }
    while play.history.canUndo { play.press(key: "C-z") }
    #expect(play.text == first.text)
  }
}
