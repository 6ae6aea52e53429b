import KeyRows
import TestSupport
import Testing
import TextEngine
import Vim

@Suite("Several cursors compared with single ones")
struct VimCursorsModelTests {
  private static let paragraphs = [
    "alpha (beta) gamma, delta\n  eta 12 'theta' iota\n* kappa\n",
    "one two three\n\ttab 7 (x [y] z)\n日本語 e\u{301}gal 👍🏽 end\n",
    "a\n\"b c\" d\n- [ ] task 0x1f\n",
  ]
  /// Whole commands, which end in normal mode. Brackets are left out: the whole text
  /// decides whether they match.
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

  /// The starts of its words.
  private static func starts(of part: String) -> [Int] {
    [0] + part.indices.filter { part[$0] == " " }.map { part[...$0].utf8.count }
  }

  @Test("Random commands give each cursor the result of a single one", arguments: 0..<24)
  func model(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let parts = (0..<2 + seed % 4).map { index in
      Self.paragraphs[(seed % 2 == 0 ? seed / 2 : index + seed) % Self.paragraphs.count]
    }
    var model = CursorsModel(parts, starts: Self.starts, using: &random) { text, offsets, main in
      .vim(text, at: offsets, main: main)
    }
    for _ in 0..<60 {
      let command = try #require(Self.commands.randomElement(using: &random))
      let difference = model.press(command)
      try #require(difference == nil, "\(seed), \(difference ?? "")")
    }
    #expect(model.done.count > 20)
    var all = model.all
    while all.text.undo() != nil {}
    #expect(all.string == model.whole)
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

  @Test("Random keys cause no failure, and undo leads back to the first text", arguments: 0..<16)
  func fuzz(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 100)
    let start =
      Self.paragraphs[seed % 3] + (seed % 2 == 0 ? Self.paragraphs[(seed + 1) % 3] : "end")
    var play = CursorsPlay.vim(start, at: [0, 8])
    let trouble = CursorsModel.fuzz(
      &play, keys: Self.keys, adding: Self.adding, count: 800, using: &random)
    #expect(trouble == nil, "\(seed)")
    while play.text.undo() != nil {}
    #expect(play.string == start)
  }
}
