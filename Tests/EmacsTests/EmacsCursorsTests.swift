import KeyRows
import TestSupport
import TextEngine
import Testing

@testable import Emacs

/// Several cursors, each with a machine of its own.
struct EmacsCursorsTests {
  @Test(arguments: [
    ("|one two\n|three four\n", "M-d", "| two\n| four\n"),
    ("|one\n|two\n", "C-e !", "one!|\ntwo!|\n"),
    ("|one a\n|two b\n", "M-d C-e C-y", " aone|\n btwo|\n"),
    ("|one two\n|six ten\n", "C-SPC M-f C-w", "| two\n| ten\n"),
    ("|one\n|two\n", "C-x ( C-d C-x ) C-x e", "|e\n|o\n"),
    ("|ab c\n|de c\n", "C-s c RET !", "ab c!|\nde c!|\n"),
    ("|one\n|two\n", "C-u 3 x", "xxx|one\nxxx|two\n"),
    ("|one two\n|six ten\n", "M-u M-f M-b M-c", "ONE Two|\nSIX Ten|\n"),
    // Undo returns each cursor to its earlier position.
    ("|one two\n|three four\n", "M-d C-/", "|one two\n|three four\n"),
    ("|one two\n|three four\n", "M-d C-e C-/", "|one two\n|three four\n"),
    ("one two|\nsix ten|\n", "M-DEL C-a C-/", "one two|\nsix ten|\n"),
    ("|one\n|two\n", "C-e x y C-a C-/", "one|\ntwo|\n"),
    ("|one two\n|six ten\n", "M-d C-f M-d C-/ C-/", "|one two\n|six ten\n"),
    ("|one two\n|six ten\n", "M-d C-f M-d C-u 2 C-/", "|one two\n|six ten\n"),
    ("|one two\n|six ten\n", "M-d C-/ C-f C-/", "| two\n| ten\n"),
  ])
  func `each key is done at every cursor`(_ marked: String, _ keys: String, _ wanted: String) {
    #expect(CursorsPlay.emacs(marked).after(keys) == wanted)
  }

  @Test func `each cursor yanks what it killed itself, and before that`() {
    var play = CursorsPlay.emacs("|one two\n|three four\n")
    play.press("M-d C-f M-d C-y M-y")
    #expect(play.string == " one\n three\n")
  }

  @Test func `undo takes back what all did, and once more brings it again`() {
    var play = CursorsPlay.emacs("|one two\n|three four\n")
    play.press("M-d C-e x y")
    #expect(play.string == " twoxy\n fourxy\n")
    play.press("C-/")
    #expect(play.string == " two\n four\n")
    play.press("C-/")
    #expect(play.string == "one two\nthree four\n")
    #expect(play.machines.cursorCount == 2)
    play.press("C-f C-/ C-/")
    #expect(play.string == " twoxy\n fourxy\n")
  }

  @Test func `C-g first lets the region go, then the further cursors`() {
    var play = CursorsPlay.emacs("|one\n|two\n")
    play.press("C-SPC C-f C-g")
    #expect(play.machines.cursorCount == 2)
    play.press("C-g C-d")
    #expect(play.machines.cursorCount == 1)
    #expect(play.string == "oe\ntwo\n")
  }

  @Test func `what is replaced with questions is so once, by the main cursor`() {
    var play = CursorsPlay.emacs("|a\n|a a\n")
    play.press("M-% a RET a a RET !")
    #expect(play.string == "aa\naa aa\n")
    play.press("x")
    #expect(play.machines.cursorCount == 2)
  }

  private static let paragraphs = [
    "alpha (beta) gamma. Delta\n  eta 12 \"theta\" iota\nkappa\n",
    "one two three\n\ttab 7 (x [y] z)\n日本語 e\u{301}gal 👍🏽 end\n",
  ]
  /// Brackets are left out: the whole text decides whether they match.
  private static let commands = [
    "C-f", "C-b", "M-f", "M-b", "C-a", "C-e", "M-m", "C-n", "C-p", "C-d", "DEL", "M-d", "M-DEL",
    "C-k",
    "C-y", "M-d M-d C-y", "M-d C-f M-d C-y M-y", "C-SPC M-f C-w", "C-SPC C-e M-w C-y", "M-u", "M-l",
    "M-c", "C-t", "M-t", "M-\\", "M-SPC", "x y z", "é 日", "RET", "C-o", "C-u 3 q", "M-2 C-d",
    "C-x ( M-f ! C-x )", "C-x e", "C-q TAB", "M-z a", "C-x r s a", "C-x r i b",
    "C-SPC C-f C-f C-x r s b", "C-x r SPC c", "C-x r j c", "M-i", "C-x C-x", "M-@ C-w", "M-^",
    "M-j",
  ]

  @Test(arguments: 0..<24)
  func `in each paragraph all comes out as by one cursor alone`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let parts = (0..<2 + seed % 4).map { Self.paragraphs[(seed % 2 == 0 ? seed / 2 : $0) % 2] }
    var model = CursorsModel(parts, starts: { _ in [0, 2, 5] }, using: &random) {
      .emacs($0, at: $1, main: $2)
    }
    for _ in 0..<60 {
      let command = try #require(Self.commands.randomElement(using: &random))
      let difference = model.press(command)
      try #require(difference == nil, "\(seed), \(difference ?? "")")
    }
    #expect(model.done.count > 20)
    var all = model.all
    for _ in 0..<400 where all.string != model.whole { all.press(key: "C-/") }
    #expect(all.string == model.whole)
    while all.text.undo() != nil {}
    #expect(all.string == model.whole)
  }

  private static let keys: [String] =
    EmacsCommand.all.flatMap(\.keys).flatMap { $0.split(separator: " ").map(String.init) }
    + ["a", "b", ".", "Space", "-", "1", "y", "n", "!", "u", "^", "q", "C-s", "e", "Esc", "é", "日"]

  @Test(arguments: 0..<24)
  func `no keys do harm, and all is undone`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 50)
    let first = Self.paragraphs[seed % 2]
    var play = CursorsPlay.emacs(first, at: [0, 7])
    let trouble = CursorsModel.fuzz(
      &play, keys: Self.keys, adding: [.addCursorDown, .addCursorUp, .addNextOccurrence],
      count: 400, using: &random)
    #expect(trouble == nil, "\(seed)")
    while play.text.undo() != nil {}
    #expect(play.string == first)
  }
}
