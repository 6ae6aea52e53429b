import TextEngine
import Testing

@testable import Vim

@Suite("Vim's :set")
struct VimSettingsTests {
  private static func effects(of lines: [String]) throws(VimFailure) -> [KeyEffect] {
    var typing = VimTyping("  a\n")
    for line in lines { try typing.type(line) }
    return typing.machine.effects
  }

  @Test(
    "An option is shown",
    arguments: [
      ("set ic?", "noignorecase"), ("set ic ic?", "ignorecase"), ("set sw?", "shiftwidth=4"),
      ("set ts", "tabstop=4"), ("set nf", "nrformats=bin,hex"), ("set ww?", "whichwrap=b,s"),
      ("set ve=block ve?", "virtualedit=block"), ("set cc=80 cc?", "colorcolumn=80"),
      ("set noic?", "noignorecase"), ("set sts=-1 sts?", "softtabstop=-1"),
      ("set sw =3 sw?", "shiftwidth=3"), ("set sw:3 sw?", "shiftwidth=3"),
      ("set tw=0x10 tw?", "textwidth=16"), ("set sw^=3 sw?", "shiftwidth=12"),
      ("set nf+=alpha nf?", "nrformats=bin,hex,alpha"), ("set nf-=hex nf?", "nrformats=bin"),
      ("set shm+=S shm?", "shortmess=filnxtToOS"), ("set sw=2 sw& sw?", "shiftwidth=4"),
      ("set ic all& ic?", "noignorecase"), ("set sw? ts?", "shiftwidth=4  tabstop=4"),
      ("setlocal sw=3 sw?", "shiftwidth=3"), ("setg js js?", "joinspaces"),
      ("set hls! hls?", "nohlsearch"), ("set nois is?", "noincsearch"),
      ("set invwrap wrap?", "nowrap"), ("set mouse=a", "“mouse” has no effect here."),
      ("set lbr?", "linebreak"), ("set nolbr", "“linebreak” is always on here."),
      ("set", "All options have their default."),
    ])
  func shows(line: String, text: String) throws {
    let said = try Self.effects(of: [line]).filter { if case .run = $0 { false } else { true } }
    #expect(said == [.say(text)])
  }

  @Test(
    "An error has vim's words",
    arguments: [
      ("nosuch", "E518: Unknown option: nosuch"), ("nofoo", "E518: Unknown option: nofoo"),
      ("foo=3", "E518: Unknown option: foo=3"), ("nosw", "E474: Invalid argument: nosw"),
      ("invsw", "E474: Invalid argument: invsw"), ("ic=5", "E474: Invalid argument: ic=5"),
      ("number=3", "E474: Invalid argument: number=3"),
      ("noic=1", "E474: Invalid argument: noic=1"), ("sw?x", "E488: Trailing characters: sw?x"),
      ("ic!x", "E488: Trailing characters: ic!x"), ("sw!", "E488: Trailing characters: sw!"),
      ("sw=x", "E521: Number required after =: sw=x"),
      ("sw=", "E521: Number required after =: sw="),
      ("sw=-1", "E487: Argument must be positive: sw=-1"),
      ("ts=0", "E487: Argument must be positive: ts=0"),
      ("tw-=99", "E487: Argument must be positive: tw-=99"),
      ("ts=99999", "E474: Invalid argument: ts=99999"),
      ("nf=foo", "E474: Invalid argument: nf=foo"), ("ve=foo", "E474: Invalid argument: ve=foo"),
      ("cc=x", "E474: Invalid argument: cc=x"), ("ww=q", "E539: Illegal character <q>: ww=q"),
      ("list=", "E474: Invalid argument: list="), ("ic+=3", "E474: Invalid argument: ic+=3"),
    ])
  func fails(word: String, message: String) {
    var typing = VimTyping("a")
    #expect(typing.type(all: ["set \(word)"]) == message)
  }

  @Test("An option without an effect is reported once, and lines of vim's files are accepted")
  func acceptsInertOptions() throws {
    let effects = try Self.effects(of: [
      "set nocompatible hidden mouse=a", "set hidden mouse= encoding=utf-8", "set t_Co=256 wrap<",
    ])
    #expect(
      effects
        == ["compatible", "hidden", "mouse", "encoding"].map {
          .say("“\($0)” has no effect here.")
        })
    var machine = VimMachine()
    #expect(machine.configure("set nocompatible mouse=a hls js") == nil)
    #expect(
      machine.configure("set number")
        == "“number” is a setting of the program: line-numbers")
    #expect(machine.configure("set so=3") == "“scrolloff” can only be set in an open note")
  }

  @Test("Settings of the editor are switched by the editor's own commands")
  func switchesEditor() throws {
    let line = "set nowrap nu rnu list cc=80 so=5 spell nu?"
    let runs: [KeyEffect] = [
      ("toggle-wrap", ""), ("toggle-line-numbers", ""), ("toggle-spelling", ""),
      ("vim-number-distances", "yes"), ("vim-show-blanks", "yes"), ("vim-column-guide", "80"),
      ("vim-rows-around", "5"),
    ].map { .run(Invocation(CommandID($0.0), argument: $0.1)) }
    #expect(try Self.effects(of: [line]) == [.say("number")] + runs)
    // They are as the editor says, not as they were set last.
    var play = VimPlay("|a\n")
    play.document.screen.showsNumbers = true
    play.press(":set nu<CR>:set nu!<CR>")
    #expect(play.runs == [Invocation("toggle-line-numbers")])
  }

  @Test(":set lists what was set, and :set all everything")
  func lists() throws {
    #expect(
      try Self.effects(of: ["set ic sw=2 nohls", "set"]) == [
        .list(title: "Options that you set", rows: ["nohlsearch", "ignorecase", "shiftwidth=2"])
      ])
    guard case .list("Options", let rows)? = try Self.effects(of: ["set all"]).first else {
      Issue.record("There is no list.")
      return
    }
    #expect(rows.count == VimOption.all.count && rows.contains("tabstop=4"))
  }

  @Test(
    "Tab completes options",
    arguments: [
      ("set inc", ["set incsearch"]), ("set nohl", ["set nohlsearch"]),
      ("se ic sm", ["se ic smartcase"]), ("setlocal invwraps", ["setlocal invwrapscan"]),
      ("set sw=", []), ("set zz", []),
    ])
  func completes(begun: String, lines: [String]) {
    #expect(VimExCommand.completions(of: begun) == lines)
  }

  @Test("Names of options are unique")
  func hasUniqueNames() {
    let names = (VimOption.all + VimOption.inert).flatMap { [$0.name, $0.short] }
      .filter { !$0.isEmpty }
    #expect(Set(names).count == names.count)
  }

  @Test("Yanks reach the clipboard unless the option says otherwise")
  func offers() throws {
    func offers(_ keys: String) -> Int {
      var machine = VimMachine()
      var text = KeyText(Rope(Array("word\n".utf8)))
      var count = 0
      for key in VimKey.keys(of: keys) {
        for effect in machine.press(key, in: &text) {
          if case .offer = effect { count += 1 }
        }
      }
      return count
    }
    #expect(offers("yyx") == 2)
    #expect(offers(":set cb=\ryyx") == 0)
    #expect(offers(":set cb=\r\"+yy\"*x") == 2)
  }
}
