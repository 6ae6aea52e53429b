import TestSupport
import Testing
import TextEngine
import Vim

@Suite("Random keys")
struct VimFuzzTests {
  private static let keys =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:/?'\"`[](){}<>+-*#%$^_~|&=!@"
    .map(String.init) + [
      "Esc", "Esc", "Esc", "Enter", "Space", "Tab", "Backspace", "Del", "Left", "Right", "Up",
      "Down",
      "Home", "End", "C-v", "C-a", "C-x", "C-r", "C-o", "C-w", "C-u", "C-d", "C-k", "C-t", "C-e",
      "é", "日", "👍🏽",
    ]

  private static let texts = [
    "alpha beta gamma\ndelta epsilon\n\nzeta eta\n", "", "x", "# Plan\n\n- [ ] call\n  - sub\n",
    "日本語 👍🏽 e\u{301}gal\n\ttab\r\nend", "(a [b {c} d] \"e f\")\n<b>bold</b>\n10 0x1f -7\n",
  ]

  /// How many keys are in each round: 18,000 in all, and 100,000 by `make check`.
  private static let keysInRound = Thorough.isAsked ? 8_400 : 1_500

  @Test("random keys cause no failure, and undo leads back to the first text", arguments: 0..<12)
  func keys(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &+ Thorough.seed)
    let start = Array(Self.texts[seed % Self.texts.count].utf8)
    var options = VimOptions()
    options.continuesItems = true
    var machine = VimMachine(options: options)
    var text = KeyText(Rope(start))
    var pressed: [String] = []
    for _ in 0..<Self.keysInRound {
      let key = try #require(Self.keys.randomElement(using: &random))
      pressed.append(key)
      text = KeyText(
        text.text, history: text.history, selections: text.selections, format: text.format)
      _ = machine.press(key, in: &text)
      let isSound = text.selections.all.allSatisfy { selection in
        [selection.anchor, selection.head].allSatisfy { position in
          position <= text.text.end && text.text.boundary(atOrBefore: position) == position
        }
      }
      try #require(
        isSound,
        "\(pressed.suffix(30)) leave \(text.selections.all) in \(String(decoding: text.text.bytes, as: UTF8.self).debugDescription)"
      )
      // A text that doubles with each key is of no more use.
      if text.text.byteCount > 20_000 {
        while text.undo() != nil {}
        try #require(text.text.bytes == start)
        (machine, text, pressed) = (VimMachine(options: options), KeyText(Rope(start)), [])
      }
    }
    while text.undo() != nil {}
    #expect(text.text.bytes == start)
  }
}
