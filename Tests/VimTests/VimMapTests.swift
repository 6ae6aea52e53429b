import TextEngine
import Testing

@testable import Vim

@Suite("Mappings")
struct VimMapTests {
  private struct Bench {
    var machine = VimMachine()
    var text: KeyText
    var effects: [KeyEffect] = []

    init(_ lines: [String] = [], text: String = "one two\nthree\n") {
      self.text = KeyText(Rope(Array(text.utf8)))
      for line in lines { #expect(machine.configure(line) == nil) }
    }

    mutating func type(_ keys: String) {
      for key in VimKey.keys(of: keys) { effects += machine.press(key, in: &text) }
    }

    mutating func wait() { effects += machine.flushPending(in: &text) }

    var shown: String { String(decoding: text.text.bytes, as: UTF8.self) }

    var warnings: [String] {
      effects.compactMap { if case .warn(let text) = $0 { text } else { nil } }
    }
  }

  @Test(
    "A mapping plays other keys",
    arguments: [
      (["nmap Q dw"], "Q", "two\nthree\n"),
      (["nnoremap x dd"], "x", "three\n"),
      (["let mapleader = \" \"", "nnoremap <leader>d dd"], " d", "three\n"),
      (["let g:mapleader = ','", "nnoremap <Leader>d dd"], ",d", "three\n"),
      (["nnoremap <leader>d dd"], "\\d", "three\n"),
      (["imap jk <Esc>"], "ajkx", "ne two\nthree\n"),
      (["imap jk <Esc>"], "ajj", "ojne two\nthree\n"),
      (["inoremap ,d <b></b>"], "i,d", "<b></b>one two\nthree\n"),
      (["inoremap ;l a<lt>b"], "i;l", "a<bone two\nthree\n"),
      (["onoremap p iw"], "dp", " two\nthree\n"),
      (["vnoremap q d"], "veq", " two\nthree\n"),
      (["xnoremap q d"], "veq", " two\nthree\n"),
      (["nnoremap 0 D"], "0", "\nthree\n"),
      // A zero in a count, an awaited character and one after `g` are not mapped.
      (["nnoremap 0 D"], "x10ia\u{1b}", "aaaaaaaaaane two\nthree\n"),
      (["nnoremap o dd"], "dfo", "\nthree\n"),
      (["nnoremap U dd"], "gUU", "ONE TWO\nthree\n"),
      (["nmap a b", "nmap b x"], "a", "ne two\nthree\n"),
      (["nnoremap a x", "nmap x dd"], "a", "ne two\nthree\n"),
      // Only the first of the played keys is not mapped again.
      (["nmap x xx"], "x", "\nthree\n"),
      (["nnoremap ; :s/two/2/<CR>"], ";", "one 2\nthree\n"),
      (["nnoremap ; <Cmd>s/two/2/<CR>"], ";", "one 2\nthree\n"),
      (["inoremap ;; <Cmd>2d<CR>"], "ix;;", "xone two\n"),
      (["nnoremap x <Nop>"], "xD", "\nthree\n"),
      (["nnoremap x dd", "nunmap x"], "x", "ne two\nthree\n"),
      (["map! jk <Esc>"], "ajkx", "ne two\nthree\n"),
      (["nnoremap <silent> <C-d> dd"], "\u{4}", "three\n"),
      (["nmap ab x", "nmap abc dd"], "abc", "three\n"),
      (["nmap ab x", "nmap abc dd"], "abx", "e two\nthree\n"),
      (["nnoremap x dd"], ":normal x\r", "three\n"),
      (["nnoremap x dd"], ":normal! x\r", "ne two\nthree\n"),
      (["nnoremap x dd"], "qaxq", "three\n"),
      (["nnoremap x dd"], "qaxq@a", ""),
    ])
  func plays(lines: [String], keys: String, after: String) {
    var bench = Bench(lines)
    bench.type(keys)
    #expect(bench.shown == after)
  }

  @Test("A mapping is one undo step, and the dot repeats its last command")
  func undoesAndRepeats() {
    var bench = Bench(["nnoremap x dwdw"], text: "a b c d e f\n")
    bench.type("x")
    #expect(bench.shown == "c d e f\n")
    bench.type("u")
    #expect(bench.shown == "a b c d e f\n")
    bench.type("x.")
    #expect(bench.shown == "d e f\n")
  }

  @Test("An ambiguous key waits, shows the text it would type, and proceeds after the timeout")
  func waits() {
    var bench = Bench(["imap jk <Esc>", "set timeoutlen=300"])
    bench.type("ij")
    #expect(bench.shown == "one two\nthree\n")
    #expect(bench.machine.display.waitingText == "j")
    #expect(bench.machine.display.pending == "j")
    #expect(bench.machine.display.patience == 300)
    bench.wait()
    #expect(bench.shown == "jone two\nthree\n")
    #expect(bench.machine.display.patience == nil)
    #expect(bench.machine.display.mode == "INSERT")
    bench.type("k")
    #expect(bench.shown == "jkone two\nthree\n")
    bench.type(":set notimeout\u{1b}")
    bench.type(":set notimeout\r")
    bench.type("ij")
    #expect(bench.machine.display.patience == nil)
    #expect(bench.machine.display.waitingText == "j")
  }

  @Test("The shorter of two mappings is used after the timeout")
  func shorter() {
    var bench = Bench(["nnoremap d1 x", "nnoremap d12 dd", "nnoremap z x", "nnoremap zz dd"])
    bench.type("z")
    #expect(bench.shown == "one two\nthree\n")
    bench.wait()
    #expect(bench.shown == "ne two\nthree\n")
    bench.type("zz")
    #expect(bench.shown == "three\n")
  }

  @Test("Each key that timed out is undone by itself")
  func stepsOfUndo() {
    var bench = Bench(["nnoremap xyz dd"])
    bench.type("xx")
    bench.wait()
    #expect(bench.shown == "e two\nthree\n")
    bench.type("u")
    #expect(bench.shown == "ne two\nthree\n")
  }

  @Test(
    "A mapping that leads back to itself ends, and is named in a message",
    arguments: [["nmap a b", "nmap b a"], ["map a b", "map b a"]])
  func recursion(lines: [String]) {
    var bench = Bench(lines)
    bench.type("a")
    #expect(bench.shown == "one two\nthree\n")
    #expect(bench.warnings.count == 1)
    #expect(bench.warnings.first?.contains("” leads back to itself") == true)
    bench.type("x")
    #expect(bench.shown == "ne two\nthree\n")
  }

  @Test("A mapping that never fails and never ends is stopped")
  func endless() {
    var bench = Bench(["nmap a la", "set whichwrap=b,s", "nmap b 0b"])
    bench.type("b")
    #expect(bench.warnings == ["“nmap b” has no end."])
    bench.type("a")
    #expect(bench.shown == "one two\nthree\n")
  }

  @Test("A failing key ends the mapping")
  func failure() {
    var bench = Bench(["nnoremap a fzdd"])
    bench.type("a")
    #expect(bench.shown == "one two\nthree\n")
  }

  @Test("The command line defines, lists and removes mappings")
  func commands() {
    var bench = Bench()
    bench.type(":nmap <leader>w :w<CR>\r")
    bench.type(":imap jk <Esc>\r")
    bench.type(":nmap\r")
    let row = "n  \\w            :w<CR>"
    #expect(bench.effects.last == .list(title: "Maps", rows: [row]))
    bench.type(":nmap <leader>\r")
    #expect(bench.effects.last == .list(title: "Maps", rows: [row]))
    bench.type(":map\r")
    #expect(bench.effects.last == .list(title: "Maps", rows: [row]))
    bench.type(":imap\r")
    #expect(bench.effects.last == .list(title: "Maps", rows: ["i  jk            <Esc>"]))
    bench.type("\\w")
    #expect(bench.effects.last == .run(Invocation("vim-write")))
    bench.type(":nunmap <leader>w\r:nmap\r")
    #expect(bench.effects.last == .say("No mapping found."))
    bench.type(":nunmap q\r")
    #expect(bench.warnings.last == "E31: No such mapping: q")
    bench.type(":imapclear\r:imap\r")
    #expect(bench.effects.last == .say("No mapping found."))
  }

  @Test(
    "Mistakes in the file are reported",
    arguments: [
      ("nmap jk", "it sets nothing: write nmap jk <Esc>, set timeoutlen=500"),
      (
        "nmap a <C-foo>",
        "“<C-foo>” is not a key. Keys are <C-w>, <M-j>, <S-Tab>, <F5>, <CR>, <Esc>"
      ),
      ("nmap a <Plug>x", "there are no plugins here, and so no “<Plug>”"),
      ("nmap <expr> a b", "“<expr>” is not known here: write the keys themselves"),
      ("nmap a b | nmap c d", "a line holds one command; for the sign | write <Bar>"),
      ("nmap a <Cmd>w", "“<Cmd>” ends with <CR>: <Cmd>w<CR>"),
      ("nmap <Nop> b", "<Nop> is no key that could be pressed"),
      ("set ts=x", "E521: Number required after =: ts=x"),
      ("set nosuch", "E518: Unknown option: nosuch"),
      ("set sw=4", "how a line is indented is read from each note"),
      ("let x = y", "E121: Undefined variable: y"),
      ("bmap a b", "“bmap” is none of vim's commands that this file takes"),
      ("nunmap a", "E31: No such mapping: a"),
    ])
  func mistakes(line: String, why: String) {
    var machine = VimMachine()
    #expect(machine.configure(line) == why)
  }

  @Test("Registers, mappings and searches follow the person to another note")
  func adopts() {
    var first = Bench(["nnoremap Q dd"], text: "alpha\nbeta\n")
    first.type("Q/beta\r")
    var second = Bench(text: "beta\ngamma\nbeta\n")
    second.machine.copyShared(from: first.machine)
    second.type("pn")
    #expect(second.shown == "beta\nalpha\ngamma\nbeta\n")
    second.type("Q")
    #expect(second.shown == "beta\nalpha\ngamma\n")
    second.type(".")
    #expect(second.shown == "beta\nalpha\n")
  }
}
