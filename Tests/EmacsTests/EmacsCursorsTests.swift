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
  ])
  func `each key is done at every cursor`(_ marked: String, _ keys: String, _ wanted: String) {
    #expect(EmacsCursorsPlay.after(marked, keys) == wanted)
  }

  @Test func `each cursor yanks what it killed itself, and before that`() {
    var play = EmacsCursorsPlay("|one two\n|three four\n")
    play.press("M-d C-f M-d C-y M-y")
    #expect(play.string == " one\n three\n")
  }

  @Test func `undo takes back what all did, and once more brings it again`() {
    var play = EmacsCursorsPlay("|one two\n|three four\n")
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
    var play = EmacsCursorsPlay("|one\n|two\n")
    play.press("C-SPC C-f C-g")
    #expect(play.machines.cursorCount == 2)
    play.press("C-g C-d")
    #expect(play.machines.cursorCount == 1)
    #expect(play.string == "oe\ntwo\n")
  }

  @Test func `what is replaced with questions is so once, by the main cursor`() {
    var play = EmacsCursorsPlay("|a\n|a a\n")
    play.press("M-% a RET a a RET !")
    #expect(play.string == "aa\naa aa\n")
    play.press("x")
    #expect(play.machines.cursorCount == 2)
  }

  private static let paragraphs = [
    "alpha (beta) gamma. Delta\n  eta 12 \"theta\" iota\nkappa\n",
    "one two three\n\ttab 7 (x [y] z)\n日本語 e\u{301}gal 👍🏽 end\n",
  ]
  /// Brackets are left out: whether they match is told by the whole text.
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
    let count = 2 + seed % 4
    let parts = (0..<count).map { Self.paragraphs[(seed % 2 == 0 ? seed / 2 : $0) % 2] }
    let gap = "\n=====\n\n"
    var (whole, heads, tails, offsets) = (gap, [Int](), [Int](), [Int]())
    for part in parts {
      heads.append(whole.utf8.count)
      offsets.append(whole.utf8.count + [0, 2, 5].randomElement(using: &random)!)
      whole += part + gap
      tails.append(whole.utf8.count - gap.utf8.count)
    }
    tails = tails.map { whole.utf8.count - $0 }
    let bytes = Array(whole.utf8)
    let main = Int.random(in: 0..<count, using: &random)
    var alone = offsets.map { EmacsCursorsPlay(whole, at: [$0]) }
    var all = EmacsCursorsPlay(whole, at: offsets, main: main)
    var done: [String] = []
    for _ in 0..<60 {
      guard let command = Self.commands.randomElement(using: &random) else { return }
      var next = alone
      for index in next.indices { next[index].press(command) }
      let isInside = next.indices.allSatisfy { index in
        let now = next[index].text.text.bytes
        let end = now.count - tails[index]
        return heads[index] < end && now.starts(with: bytes[..<heads[index]])
          && now.suffix(tails[index]).elementsEqual(bytes.suffix(tails[index]))
          && (heads[index]..<end).contains(next[index].mainHead)
      }
      if !isInside { continue }
      alone = next
      done.append(command)
      all.press(command)
      var (wanted, places) = (Array(gap.utf8), [Int]())
      for (index, play) in alone.enumerated() {
        places.append(wanted.count + play.mainHead - heads[index])
        wanted += play.text.text.bytes[heads[index]..<play.text.text.byteCount - tails[index]]
        wanted += Array(gap.utf8)
      }
      let told = "\(seed), main \(main): \(done.joined(separator: "; "))"
      try #require(all.string == String(decoding: wanted, as: UTF8.self), "\(told)")
      try #require(all.heads == places, "\(told)")
    }
    #expect(done.count > 20)
    for _ in 0..<400 where all.string != whole { all.press(key: "C-/") }
    #expect(all.string == whole)
    while all.text.undo() != nil {}
    #expect(all.string == whole)
  }

  private static let keys: [String] =
    EmacsCommand.all.flatMap(\.keys).flatMap { $0.split(separator: " ").map(String.init) }
    + ["a", "b", ".", "Space", "-", "1", "y", "n", "!", "u", "^", "q", "C-s", "e", "Esc", "é", "日"]

  @Test(arguments: 0..<24)
  func `no keys do harm, and all is undone`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 50)
    let first = Self.paragraphs[seed % 2]
    var play = EmacsCursorsPlay(first, at: [0, 7])
    for step in 0..<400 {
      if step % 9 == 0 {
        let ids: [CommandID] = [.addCursorDown, .addCursorUp, .addNextOccurrence]
        let id = ids[step / 9 % 3]
        let context = EditContext(text: play.text.text, selections: play.text.selections)
        if let change = EditCommands.run(Invocation(id), in: context), change.selections.count < 12
        {
          play.text.selections = change.selections
        }
      }
      guard let key = Self.keys.randomElement(using: &random) else { return }
      play.press(key: key)
      let text = play.text.text
      let isSound = play.text.selections.all.allSatisfy {
        $0.range.upperBound <= text.end && ($0.head == text.end || text[$0.head] & 0xc0 != 0x80)
      }
      #expect(isSound, "\(seed): after \(key)")
      if text.byteCount > 20_000 { break }
    }
    while play.text.undo() != nil {}
    #expect(play.string == first)
  }
}
