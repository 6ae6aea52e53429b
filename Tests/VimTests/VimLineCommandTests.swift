import TextEngine
import Testing

@testable import Vim

@Suite("The command line")
struct VimLineCommandTests {
  @Test(
    "addresses work as in vim",
    arguments: [
      ("2", [2, 0]), ("$", [4, 0]), (".+1", [3, 0]), ("-", [1, 0]), ("+2", [4, 0]),
      ("/c/", [3, 0]),
      ("?a?", [1, 0]), ("/c/+1", [4, 0]), ("1;/c/", [3, 0]), ("99", [4, 0]), ("'x", [3, 0]),
      ("1,3", [3, 0]), ("%", [4, 0]), ("0", [1, 0]), ("/b/", [2, 0]),
    ])
  func goesTo(line: String, cursor: [Int]) throws {
    var typing = VimTyping("a\nb\nc\nd", at: (2, 0))
    try typing.type("3mark x")
    try typing.type(line)
    #expect(typing.cursor == cursor)
  }

  @Test(
    "commands work on lines",
    arguments: [
      ("2d", "a\nc\nd", [2, 0]), ("2,3d", "a\nd", [2, 0]), ("d 2", "a\nd", [2, 0]),
      ("%d", "", [1, 0]), ("2,3m$", "a\nd\nb\nc", [4, 0]), ("2,3m0", "b\nc\na\nd", [2, 0]),
      ("m+1", "a\nc\nb\nd", [3, 0]), ("2,3t.", "a\nb\nb\nc\nc\nd", [4, 0]),
      ("t0", "b\na\nb\nc\nd", [1, 0]), ("1,3j", "a b c\nd", [1, 0]), ("j!3", "a\nbcd", [2, 0]),
      (">", "a\n    b\nc\nd", [2, 4]), (">>", "a\n        b\nc\nd", [2, 8]),
      ("2yank x|$put x", "a\nb\nc\nd\nb", [5, 0]), ("1y|0pu", "a\na\nb\nc\nd", [1, 0]),
      ("1y|2pu!", "a\na\nb\nc\nd", [2, 0]), ("ka|$|'ad", "a\nc\nd", [2, 0]),
      ("right 5", "a\n    b\nc\nd", [2, 4]), ("center 5", "a\n  b\nc\nd", [2, 2]),
      ("left 2", "a\n  b\nc\nd", [2, 2]), ("sort!", "d\nc\nb\na", [1, 0]),
      ("g/[bc]/d", "a\nd", [2, 0]), ("g/b/normal Ax", "a\nbx\nc\nd", [2, 1]),
      ("2d|\"comment", "a\nc\nd", [2, 0]), ("silent! s/q/r/|d", "a\nc\nd", [2, 0]),
      ("let @a='dd'|normal @a", "a\nc\nd", [2, 0]),
    ])
  func changes(line: String, after: String, cursor: [Int]) throws {
    var typing = VimTyping("a\nb\nc\nd", at: (2, 0))
    try typing.type(line)
    #expect(typing.text == after)
    #expect(typing.cursor == cursor)
  }

  @Test(
    ":g and :v run a command on the marked lines that still exist",
    arguments: [
      ("one\ntwo\nthree", "g/^/m0", "three\ntwo\none"), ("a\nb\nc", "v/b/d", "b"),
      ("a\nb\nc", "g!/b/d", "b"), ("a\nb\nc", "g/./t.", "a\na\nb\nb\nc\nc"),
      ("a\n\n\nb", "g/^$/d", "a\nb"), ("a\nb\nc\nd", "g/[ac]/j", "a b\nc d"),
      ("a\nb\nc\nd", "g/./normal jdd", "a\nc"), ("b\nb", "g/b/s/$/x/|s/x/yy/", "byy\nbyy"),
      ("a\nb\nc", "g/b/+1d", "a\nb"), ("a\nb\nc", "g/./normal ddp", "a\nb\nc"),
    ])
  func doesOnLines(text: String, line: String, after: String) throws {
    var typing = VimTyping(text)
    try typing.type(line)
    #expect(typing.text == after)
  }

  @Test(
    ":sort sorts lines",
    arguments: [
      ("b\na\nc", "sort", "a\nb\nc"), ("b\na\nc", "sort!", "c\nb\na"),
      ("a10\na9\nb1", "sort n", "b1\na9\na10"),
      ("b\na\nb\nA", "sort u", "A\na\nb"), ("b\na\nB\nA", "sort i", "a\nA\nb\nB"),
      ("a\nA\nb", "sort iu", "a\nb"), ("x -2\nx 1\nx", "sort n", "x\nx -2\nx 1"),
      ("1 b\n2 a", #"sort /\d /"#, "2 a\n1 b"), ("b1\na2", #"sort /\d/ r"#, "b1\na2"),
      ("1.5\n0.5\n\n10", "sort f", "\n0.5\n1.5\n10"), ("b\na\nc", "1,2sort", "a\nb\nc"),
      ("0x1F\n0xA", "sort x", "0xA\n0x1F"), ("8\n0o7\n7", "sort o", "8\n0o7\n7"),
      // The smallest number has no positive counterpart.
      ("1\n-9223372036854775808", "sort n", "-9223372036854775808\n1"),
    ])
  func sorts(text: String, line: String, after: String) throws {
    var typing = VimTyping(text)
    try typing.type(line)
    #expect(typing.text == after)
  }

  @Test(
    "an error is reported",
    arguments: [
      ("nosuch", "E492"), ("9d", "E16"), ("g/c/3,1d", "E493"), ("'zd", "E20"), ("d x y", "E488"),
      ("m", "E14"),
      ("1,3m2", "E134"), ("m 9", "E16"), ("set nosuch", "E518"), ("set sw=x", "E521"),
      ("put q", "E353"),
      ("g", "E148"), ("g/x/g/y/d", ""), ("normal", "E471"), ("sort q", "E474"), ("redo!", "E477"),
      ("let @a=x", "E121"), ("mark", "E471"), ("mark 1", "E191"), ("/zz/d", "E486"),
      ("3redo", "E481"),
    ])
  func fails(line: String, number: String) {
    var typing = VimTyping("a\nb\nc\nd")
    let message = typing.type(all: [line])
    #expect(message?.hasPrefix(number) ?? number.isEmpty, "\(line): \(message ?? "")")
    #expect(typing.text == "a\nb\nc\nd")
  }

  @Test(":set changes options")
  func setsOptions() throws {
    var typing = VimTyping("")
    try typing.type("set ic noai sw=2 ts=8 noet tw=20 nf=alpha,hex ve=block ww=h,l nows")
    let options = typing.machine.options
    #expect(
      options.search.ignoresCase && !options.autoIndent && !options.expandsTabs
        && !options.search.wrapsSearch)
    #expect(options.shiftWidth == 2 && options.tabStop == 8 && options.textWidth == 20)
    #expect(options.numberFormats == [.alpha, .hex])
    #expect(options.moving.blockGoesBeyondEnd && options.moving.wrappingKeys == ["h", "l"])
    try typing.type("set invic sw+=2 ww=b,s")
    #expect(!typing.machine.options.search.ignoresCase)
    #expect(typing.machine.options.shiftWidth == 4)
    #expect(typing.machine.options.moving.wrappingKeys == ["BS", "Space"])
  }

  @Test("the program's own commands are passed on")
  func handsOn() throws {
    var typing = VimTyping("a")
    for line in ["w", "w!", "q!", "wq", "x", "e Garden plan", "search \"a b\" c"] {
      try typing.type(line)
    }
    #expect(
      typing.machine.effects == [
        .run(Invocation("vim-write")), .run(Invocation("vim-write-anyway")),
        .run(Invocation("vim-quit-anyway")), .run(Invocation("vim-write-quit")),
        .run(Invocation("vim-write-quit")), .run(Invocation("vim-edit", argument: "Garden plan")),
        .run(Invocation("vim-search", argument: "\"a b\" c")),
      ])
  }

  @Test("lines are collected up to a dot")
  func collects() throws {
    var typing = VimTyping("  a\nb")
    try typing.type("1a")
    #expect(typing.machine.ex.isCollecting)
    for line in ["x", "", "y", "."] { typing.machine.collect(line) }
    #expect(!typing.machine.ex.isCollecting)
    #expect(typing.text == "  a\n  x\n\ny\nb")
    #expect(typing.cursor == [4, 0])
    try typing.type("%c")
    for line in ["new", "."] { typing.machine.collect(line) }
    #expect(typing.text == "  new")
  }

  @Test(
    "command names are completed",
    arguments: [
      ("so", ["sort"]), ("%no", ["%nohlsearch", "%noreabbrev", "%noremap", "%normal"]),
      ("sort n", []), ("", []),
    ])
  func completes(begun: String, names: [String]) {
    #expect(VimExCommand.completions(of: begun) == names)
  }

  @Test("each command is listed once, by its shortest name")
  func namesAreOwn() {
    let names = VimExCommand.all.map(\.name)
    #expect(Set(names).count == names.count)
    for row in VimExCommand.all {
      #expect(VimExCommand.named(String(row.name.prefix(row.shortest)))?.name == row.name)
    }
  }
}
