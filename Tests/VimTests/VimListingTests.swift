import KeyRows
import TextEngine
import Testing

@testable import Vim

/// What commands list and print. The rows are those of vim 9.0.
@Suite("Vim's listings")
struct VimListingTests {
  private struct Bench {
    var machine = VimMachine()
    var text: KeyText
    var lists: [[String]] = []
    var says: [String] = []
    var warnings: [String] = []

    init(_ text: String = "# Title\n\n  alpha beta\ngamma\tdelta\nlast line\n") {
      self.text = KeyText(Rope(Array(text.utf8)))
    }

    mutating func press(_ keys: String, at time: Int64 = 0) {
      text.now = time
      for key in KeyTokens.keys(of: keys) {
        for effect in machine.press(key, in: &text) {
          switch effect {
          case .list(_, let rows): lists.append(rows)
          case .say(let said): says.append(said)
          case .warn(let said): warnings.append(said)
          default: break
          }
        }
      }
    }

    var shown: String { String(decoding: text.text.bytes, as: UTF8.self) }
  }

  @Test(
    "Registers, marks, jumps and changes are listed as vim lists them",
    arguments: [
      (
        "dwjyyGx:reg<CR>",
        [
          "Type Name Content", "  c  \"\"   l", "  l  \"0   ^J", "  c  \"-   l",
        ]
      ),
      (
        "\"ayyj\"Ayy\"byw:reg ab<CR>",
        ["Type Name Content", "  l  \"a   # Title^J^J", "  l  \"b   ^J"]
      ),
      ("\"ayiw:reg \"<CR>", ["Type Name Content", "  c  \"\"   #"]),
      ("dd:di 1<CR>", ["Type Name Content", "  l  \"1   # Title^J"]),
      (
        "ma2jmbGmC:marks abC<CR>",
        [
          "mark line  col file/text", " a      1    0 # Title", " b      3    0 alpha beta",
          " C      5    0 last line",
        ]
      ),
      (
        "jmajjx:marks<CR>",
        [
          "mark line  col file/text", " '      1    0 # Title", " a      2    0 ",
          " [      4    0 amma^Idelta", " ]      4    0 amma^Idelta", " .      4    0 amma^Idelta",
        ]
      ),
      (
        "GggG2j:ju<CR>",
        [" jump line  col file/text", "   2     5    0 last line", "   1     1    0 # Title", ">"]
      ),
      (
        "Ggg3G<C-o>:ju<CR>",
        [
          " jump line  col file/text", "   1     5    0 last line", ">  0     1    0 # Title",
          "   1     3    2 alpha beta",
        ]
      ),
      ("Ggg:clearjumps<CR>:ju<CR>", [" jump line  col file/text", ">"]),
      (
        "xjjxGx:changes<CR>",
        [
          "change line  col text", "    3     1    0 Title", "    2     3    0 alpha beta",
          "    1     5    0 ast line", ">",
        ]
      ),
      (
        "xjjxGxg;g;:changes<CR>",
        [
          "change line  col text", "    1     1    0 Title", ">   0     3    0 alpha beta",
          "    1     5    0 ast line",
        ]
      ),
      (":2,4p<CR>", ["", "  alpha beta", "gamma   delta"]),
      (":2,4#<CR>", ["  2 ", "  3   alpha beta", "  4 gamma   delta"]),
      (":3,4nu l<CR>", ["  3   alpha beta$", "  4 gamma^Idelta$"]),
      (":2p 2<CR>", ["", "  alpha beta"]),
      (":g/a/<CR>", ["  alpha beta", "gamma   delta", "last line"]),
      (":g/a/nu<CR>", ["  3   alpha beta", "  4 gamma   delta", "  5 last line"]),
      // `g<` shows it again.
      (
        ":di 1<CR>:g/et/nu<CR>:g/a/nu<CR>g<lt>",
        ["  3   alpha beta", "  4 gamma   delta", "  5 last line"]
      ),
      (
        ":ab teh the<CR>:iab <lt>silent> xx yy zz<CR>:cnorea qq rr<CR>:ab<CR>",
        ["c  qq          * rr", "i  xx            yy zz", "!  teh           the"]
      ),
      (":nmap Q :w<lt>CR><CR>:nmap<CR>", ["n  Q             :w<CR>"]),
      (":map! ä <lt>Nop><CR>:map!<CR>", ["!  ä             <Nop>"]),
      (
        ":2<CR>:3<CR>:2<CR>/x<Esc>:his<CR>",
        ["      #  cmd history", "      2  3", "      3  2", ">     4  his"]
      ),
      (
        ":2<CR>/last<CR>?x<Esc>:his /<CR>",
        ["      #  search history", "      1  last", ">     2  x"]
      ),
      (
        ":2<CR>:3<CR>:4<CR>:his : -3,-2<CR>",
        ["      #  cmd history", "      2  3", "      3  4"]
      ),
      (
        ":his all<CR>",
        [
          "      #  cmd history", ">     1  his all", "      #  search history",
          "      #  expr history", "      #  input history", "      #  debug history",
        ]
      ),
    ])
  func lists(keys: String, rows: [String]) {
    var bench = Bench()
    bench.press(keys)
    #expect(bench.lists.last == rows, "\(bench.warnings)")
  }

  @Test(
    "One printed line is a message",
    arguments: [
      (":3nu<CR>", "  3   alpha beta"), (":4l<CR>", "gamma^Idelta$"), (":=<CR>", "5"),
      ("jj:.=<CR>", "3"),
      ("g<C-g>", "Col 1 of 7; Line 1 of 5; Word 1 of 8; Byte 1 of 44"),
      ("jjjwwg<C-g>", "Col 1 of 9; Line 5 of 5; Word 7 of 8; Byte 35 of 44"),
      ("Vjg<C-g>", "Selected 2 of 5 Lines; 2 of 8 Words; 9 of 44 Bytes"),
      ("jjwve<C-g><C-g>g<C-g>", "Selected 1 of 5 Lines; 1 of 8 Words; 5 of 44 Bytes"),
      (":undol<CR>", "Nothing to undo"), (":ab<CR>", "No abbreviation found"),
      (":imap<CR>", "No mapping found."),
      ("@q", "Register q is empty."), (":@q<CR>", "Register q is empty."),
      ("@q@@", "Register q is empty."), (":@q|.=<CR>", "1"),
    ])
  func says(keys: String, message: String) {
    var bench = Bench()
    bench.press(keys)
    #expect(bench.says.last == message, "\(bench.warnings)")
  }

  @Test(
    "What is wrong is said in vim's words",
    arguments: [
      (":marks q<CR>", "E283: No marks matching \"q\""), ("g<lt>", "Nothing was listed yet."),
      (":earlier x<CR>", "E475: Invalid argument: x"),
      (":his foo<CR>", "E488: Trailing characters: foo"),
      (":una x<CR>", "E24: No such abbreviation"), (":ab #ab x<CR>", "E474: Invalid argument"),
      (":ju x<CR>", "E488: Trailing characters: x"),
      (":@<CR>", "E748: No previously used register"),
      ("@@", "E748: No previously used register"), (":@ab<CR>", "E488: Trailing characters: b"),
      ("@?", "E354: Invalid register name: '?'"), (":@?<CR>", "E354: Invalid register name: '?'"),
      ("@.", "E29: No inserted text yet"), ("@:", "E30: No previous command line"),
      (":goto x<CR>", "E488: Trailing characters: x"),
      (":3p x<CR>", "E488: Trailing characters: x"),
    ])
  func mistakes(keys: String, message: String) {
    var bench = Bench()
    bench.press(keys)
    #expect(bench.warnings.last == message)
    #expect(bench.lists == [])
  }

  @Test("The history of the text is listed by its branches, and gone through by time and by saves")
  func time() {
    var bench = Bench("a\n")
    bench.press("oone<Esc>", at: 0)
    bench.press("otwo<Esc>", at: 3_000)
    bench.press("othree<Esc>", at: 6_000)
    bench.press("u", at: 9_000)
    bench.press("ofour<Esc>", at: 9_000)
    bench.press(":undol<CR>", at: 200_000)
    #expect(
      bench.lists.last == [
        "number changes  when               saved", "     3       3  3 minutes ago",
        "     4       3  3 minutes ago",
      ])
    // Vim's results for the same distances, right after the change at 6 s.
    for (distance, text) in [
      ("3s", "a\none\n"), ("1s", "a\none\ntwo\n"), ("4s", "a\none\n"), ("5s", "a\none\n"),
      ("6s", "a\n"),
      ("1m", "a\n"),
      ("2", "a\none\n"), ("", "a\none\ntwo\n"), ("99", "a\n"), ("1f", "a\n"),
    ] {
      var other = Bench("a\n")
      for (index, word) in ["one", "two", "three"].enumerated() {
        other.press("o\(word)<Esc>", at: Int64(index) * 3_000)
      }
      other.press(":earlier \(distance)<CR>", at: 9_000)
      #expect(other.shown == text, "\(distance)")
      other.press(":later 1d<CR>", at: 9_000)
      #expect(other.shown == "a\none\ntwo\nthree\n", "\(distance)")
      #expect(other.says.last == "after #3  3 seconds ago")
      other.press(":later 4s<CR>", at: 9_000)
      #expect(other.says.last == "Already at newest change")
    }
    var saved = Bench("a\n")
    saved.press("oone<Esc>")
    saved.text.history.markSaved()
    saved.press("otwo<Esc>othree<Esc>:earlier 1f<CR>")
    #expect(saved.shown == "a\none\n")
    saved.press(":earlier 1f<CR>")
    #expect(saved.shown == "a\n")
    saved.press(":later 1f<CR>")
    #expect(saved.shown == "a\none\n")
    saved.press(":later 1f<CR>")
    #expect(saved.shown == "a\none\ntwo\nthree\n")
    saved.press(":undol<CR>")
    saved.press(":earlier 9h<CR>:earlier 1<CR>")
    #expect(saved.says.last == "Already at oldest change")
  }

  @Test("All digraphs of vim are there, six in a row of 80 cells")
  func digraphs() {
    var bench = Bench()
    bench.press(":dig<CR>")
    let rows = bench.lists.last ?? []
    #expect(rows.count == 227)
    #expect(
      rows.first == "NU ^@  10    SH ^A   1    SX ^B   2    EX ^C   3    ET ^D   4    EQ ^E   5")
    #expect(
      rows.last?.hasSuffix("ff ﬀ  64256  fi ﬁ  64257  fl ﬂ  64258  ft ﬅ  64261  st ﬆ  64262")
        == true)
    var typing = Bench("\n")
    typing.press("i<C-k>e:<C-k>:e<C-k>Db<C-k>a5<C-k>OK<C-k>zz<Esc>")
    #expect(typing.shown == "ëë◆あ✓z\n")
  }

  @Test(
    "Commands that go somewhere or run others",
    arguments: [
      (":goto 12<CR>x", "# Title\n\n  lpha beta\ngamma\tdelta\nlast line\n"),
      (":let @a = '2,4d'<CR>:@a<CR>", "# Title\nlast line\n"),
      (":let @a = '1d'<CR>:@a<CR>:@@<CR>", "  alpha beta\ngamma\tdelta\nlast line\n"),
    ])
  func runs(keys: String, after: String) {
    var bench = Bench()
    bench.press(keys)
    #expect(bench.shown == after, "\(bench.warnings)")
  }
}
