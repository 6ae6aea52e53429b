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

  @Test(arguments: 0..<40)
  func `no keys do harm, and all is undone`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let first = Self.texts[seed % Self.texts.count]
    var options = seed % 2 == 0 ? EmacsOptions.asShipped : EmacsOptions()
    options.mostMacroKeys = 200
    var play = EmacsPlay(first, offset: 0, options: options)
    for _ in 0..<500 {
      guard let key = Self.keys.randomElement(using: &random) else { return }
      play.press([key])
      let bounds = play.text.text.boundary(atOrBefore: ByteOffset(play.machine.point))
      if bounds.value != play.machine.point { Issue.record("\(seed): \(key) ends in a character") }
      if play.text.text.byteCount > 100_000 { break }
    }
    while play.text.undo() != nil {}
    #expect(play.string == first)
  }
}
