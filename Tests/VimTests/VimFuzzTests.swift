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

  @Test("no key stops the machine, and undo leads back to the first text", arguments: 0..<12)
  func keys(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let start = Array(Self.texts[seed % Self.texts.count].utf8)
    var options = VimOptions()
    options.continuesItems = true
    var machine = VimMachine(options: options)
    var text = KeyText(Rope(start))
    var pressed: [String] = []
    for _ in 0..<1_500 {
      guard let key = Self.keys.randomElement(using: &random) else { return }
      pressed.append(key)
      text.rows = .lines(of: text.text)
      _ = machine.press(key, in: &text)
      let end = text.text.end
      let isInside = text.selections.all.allSatisfy { $0.range.upperBound <= end }
      #expect(isInside, "\(pressed.suffix(30))")
      // A text that doubles with each key says nothing more.
      if text.text.byteCount > 100_000 { break }
    }
    while text.undo() != nil {}
    #expect(text.text.bytes == start)
  }
}
