import KeyRows
import TestSupport
import Testing
import TextEngine
import Vim

/// Several cursors against a plain model: a cursor in each of some paragraphs comes to what it would
/// come to alone.
@Suite("Several cursors, and each alone")
struct VimCursorsModelTests {
  private static let paragraphs = [
    "alpha (beta) gamma, delta\n  eta 12 'theta' iota\n* kappa\n",
    "one two three\n\ttab 7 (x [y] z)\n日本語 e\u{301}gal 👍🏽 end\n",
    "a\n\"b c\" d\n- [ ] task 0x1f\n",
  ]
  /// Whole commands, which end in normal mode. Brackets are left out: whether they match is told by the
  /// whole text.
  private static let commands = [
    "h", "l", "w", "b", "e", "W", "B", "E", "0", "$", "^", "j", "k", "3l", "2w", "fa", "t ", ";",
    ",",
    "x", "X", "D", "dw", "db", "d2w", "diw", "daw", "di'", "d$", "d0", "dd", "2dd",
    "J",
    "yiw", "yy", "\"ayiw", "\"ap", "\"Ayl", "p", "P", "2p", "]p", "rz", "~", "3~", "gUiw", "guu",
    "g~w",
    ">>", "<<", "<C-a>", "5<C-x>", "ix<Esc>", "afoo bar<Esc>", "Ix<Esc>", "A.<Esc>",
    "A é日<BS><Esc>",
    "onew<Esc>", "Oup<Esc>", "cwq<Esc>", "ciwlong<Esc>", "C!<Esc>", "S  s<Esc>", "sx<CR>y<Esc>",
    "2ab<Esc>", "Rxy<Esc>", ".", "2.", "ma", "`a", "'a", "``", "viwd", "vey", "vey$p", "Vyp",
    "vlcq<Esc>",
    "v$hU", "<C-v>lx", "<C-v>jA!<Esc>", "qqA,<Esc>hq", "@q", "2@q", "@@", "i<C-r>a<Esc>",
    "i<C-w>w<Esc>",
    "A<C-o>bz<Esc>", "gi?<Esc>", "gv~", "yiwviwp", "U", "g??", "gccgcc", "ylvp",
  ]

  @Test("Random commands in each of them", arguments: 0..<24)
  func model(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let count = 2 + seed % 4
    let parts = (0..<count).map { index in
      seed % 2 == 0
        ? Self.paragraphs[seed / 2 % 3] : Self.paragraphs[(index + seed) % Self.paragraphs.count]
    }
    let gap = "\n=====\n\n"
    // Where each paragraph starts, with a cursor at the start of one of its words.
    var (whole, frames, offsets) = (gap, [(head: Int, tail: Int)](), [Int]())
    for part in parts {
      let starts =
        [0]
        + part.indices.filter { part[$0] == " " }.map {
          part[...$0].utf8.count
        }
      frames.append((whole.utf8.count, 0))
      offsets.append(whole.utf8.count + (starts.randomElement(using: &random) ?? 0))
      whole += part + gap
    }
    for index in frames.indices {
      frames[index].tail = whole.utf8.count - frames[index].head - parts[index].utf8.count
    }
    let main = Int.random(in: 0..<count, using: &random)
    var alone = offsets.map { VimCursorsPlay(whole, at: [$0]) }
    var all = VimCursorsPlay(whole, at: offsets, main: main)
    var done: [String] = []
    for _ in 0..<60 {
      guard let command = Self.commands.randomElement(using: &random) else { return }
      var next = alone
      for index in next.indices { next[index].press(command) }
      let isInside = next.indices.allSatisfy { index in
        let (play, frame) = (next[index], frames[index])
        let bytes = Array(whole.utf8)
        let end = play.text.text.byteCount - frame.tail
        return frame.head < end && play.text.text.bytes.starts(with: bytes[..<frame.head])
          && play.text.text.bytes.suffix(frame.tail).elementsEqual(bytes.suffix(frame.tail))
          && (frame.head..<end).contains(play.mainHead)
      }
      if !isInside { continue }
      alone = next
      done.append(command)
      all.press(command)
      var (wanted, heads) = (Array(gap.utf8), [Int]())
      for (play, frame) in zip(alone, frames) {
        heads.append(wanted.count + play.mainHead - frame.head)
        wanted += play.text.text.bytes[frame.head..<play.text.text.byteCount - frame.tail]
        wanted += Array(gap.utf8)
      }
      let told = "\(seed), main \(main): \(done.joined(separator: " "))"
      try #require(all.string == String(decoding: wanted, as: UTF8.self), "\(told)")
      try #require(all.heads == heads, "\(told)")
    }
    #expect(done.count > 20)
    while all.text.undo() != nil {}
    #expect(all.string == whole)
  }

  private static let keys =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:/?'\"`[](){}<>+-*#%$^_~|&=!@"
    .map(String.init) + [
      "Esc", "Esc", "Enter", "Space", "Tab", "Backspace", "Del", "Left", "Right", "Up", "Down",
      "C-v", "C-a", "C-r", "C-o", "C-w", "C-u", "C-d", "C-t", "é", "日", "👍🏽",
    ]
  private static let adding: [CommandID] = [
    .addCursorDown, .addCursorUp, .addNextOccurrence, .addAllOccurrences,
  ]

  @Test("No key stops them, and undo leads back to the first text", arguments: 0..<16)
  func fuzz(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 100)
    let start =
      Self.paragraphs[seed % 3] + (seed % 2 == 0 ? Self.paragraphs[(seed + 1) % 3] : "end")
    var play = VimCursorsPlay(start, at: [0, 8])
    var pressed: [String] = []
    for step in 0..<800 {
      if step % 9 == 0, let id = Self.adding.randomElement(using: &random) {
        let context = EditContext(text: play.text.text, selections: play.text.selections)
        if let change = EditCommands.run(Invocation(id), in: context), change.selections.count < 12
        {
          play.text.selections = change.selections
          pressed.append(id.name)
        }
      }
      guard let key = Self.keys.randomElement(using: &random) else { return }
      pressed.append(key)
      play.press(key: key)
      let text = play.text.text
      let isSound = play.text.selections.all.allSatisfy {
        $0.range.upperBound <= text.end && ($0.head == text.end || text[$0.head] & 0xc0 != 0x80)
      }
      #expect(isSound, "\(seed): \(pressed.suffix(30))")
      if text.byteCount > 20_000 { break }
    }
    while play.text.undo() != nil {}
    #expect(play.string == start)
  }
}
