import TextEngine
import Testing

@testable import Vim

@Suite("Vim's lines for notes")
struct VimNamesTests {
  @Test(
    "A line for a note becomes a request to the program",
    arguments: [
      (":w<CR>", "vim-write", ""),
      (":w foo bar<CR>", "vim-write", "foo bar"),
      (":w! foo<CR>", "vim-write-anyway", "foo"),
      (":w >> foo<CR>", "vim-write", ">> foo"),
      (":%w foo<CR>", "vim-write", "foo"),
      (":2,3w foo<CR>", "vim-write-lines", "2,3 foo"),
      (":.w! >> foo<CR>", "vim-write-lines-anyway", "1,1 >> foo"),
      (":wa<CR>", "vim-write-all", ""), (":wqa<CR>", "vim-write-quit-all", ""),
      (":xa<CR>", "vim-write-quit-all", ""), (":qa<CR>", "vim-quit-all", ""),
      (":qa!<CR>", "vim-quit-all-anyway", ""), (":x<CR>", "vim-write-quit", ""),
      (":up<CR>", "vim-write", ""), (":sav foo<CR>", "vim-save-as", "foo"),
      (":saveas! foo<CR>", "vim-save-as-anyway", "foo"), (":f<CR>", "vim-file", ""),
      ("<C-g>", "vim-file", ""), (":ene<CR>", "vim-new-note", ""),
      (":e #<CR>", "vim-edit", "#"), (":e<CR>", "vim-edit", ""),
      (":e!<CR>", "vim-edit-anyway", ""), ("<C-^>", "vim-alternate-note", ""),
      (":pwd<CR>", "vim-folder", ""), (":cd /tmp<CR>", "vim-folder", "/tmp"),
      (":bufdo %s/a/b/ | up<CR>", "vim-each-note", "%s/a/b/ | up"),
    ] as [(String, String, String)])
  func requests(keys: String, name: String, argument: String) {
    var play = VimPlay("|one\ntwo\nthree\nfour")
    play.press(keys)
    #expect(play.runs.map(\.command) == [CommandID(name)])
    #expect(play.runs.first?.argument == argument)
  }

  @Test("A part of the text cannot be written without another name")
  func part() {
    var play = VimPlay("|one\ntwo\nthree")
    play.press(":1,2w<CR>")
    #expect(play.warning == "E140: Use ! to write partial buffer")
    #expect(play.runs.isEmpty)
  }

  private static let names = [
    KeyName("Nora", shown: "Nora"), KeyName("a|b", shown: "a|b"), KeyName("x/Nora", shown: "x"),
  ]

  @Test(
    "Tab asks for names, and walks through them as in vim",
    arguments: [
      ("", "e Nora", 0), ("<Tab>", "e a\\|b", 1), ("<Tab><Tab>", "e x/Nora", 2),
      ("<Tab><Tab><Tab>", "e No", nil), ("<S-Tab>", "e No", nil), ("<S-Tab><S-Tab>", "e x/Nora", 2),
      ("<C-n>", "e a\\|b", 1), ("<Down><Up>", "e Nora", 0),
    ] as [(String, String, Int?)])
  func walks(keys: String, line: String, chosen: Int?) {
    var play = VimPlay("|one")
    play.press(":e No<Tab>")
    #expect(play.runs.map(\.argument) == ["No"])
    play.machine.complete(with: Self.names)
    play.press(keys)
    let prompt = play.machine.display.prompt
    #expect(prompt?.text == line)
    #expect(prompt?.offer == .init(names: ["Nora", "a|b", "x"], chosen: chosen, start: 2))
  }

  @Test(
    "Other keys go on with the name that was chosen, or with what was typed",
    arguments: [
      ("<C-e>", "e No"), ("<C-y>", "e Nora"), ("x", "e Norax"), ("<BS>", "e Nor"),
    ] as [(String, String)])
  func ends(keys: String, line: String) {
    var play = VimPlay("|one")
    play.press(":e No<Tab>")
    play.machine.complete(with: Self.names)
    play.press(keys)
    #expect(play.machine.display.prompt == .init(sign: ":", text: line, cursor: line.utf8.count))
  }

  @Test("Enter takes the chosen name")
  func takes() {
    var play = VimPlay("|one")
    play.press(":e No<Tab>")
    play.machine.complete(with: Self.names)
    play.press("<CR>")
    #expect(play.runs.last == Invocation("vim-edit", argument: "Nora"))
  }

  @Test(
    "Only an argument that is a note is completed so",
    arguments: [
      ("e ", ""), ("e! No", "No"), ("w >> No", "No"), ("b a b", "a b"), ("2d|e No", "No"),
      ("sav a\\|b", "a|b"),
      ("e", nil), ("w !No", nil), ("e ++enc=x", nil), ("s/e No", nil), ("d No", nil),
    ] as [(String, String?)])
  func begins(line: String, name: String?) {
    var play = VimPlay("|one")
    play.press(":\(line)<Tab>")
    #expect(play.runs.map(\.argument) == (name.map { [$0] } ?? []))
  }

  @Test("Names that come after the line was changed are dropped, and a single one needs no menu")
  func late() {
    var play = VimPlay("|one")
    play.press(":e No<Tab>x")
    play.machine.complete(with: Self.names)
    #expect(play.machine.display.prompt?.text == "e Nox")
    play.press("<BS><Tab>")
    play.machine.complete(with: [KeyName("Nora", shown: "Nora")])
    #expect(play.machine.display.prompt == .init(sign: ":", text: "e Nora", cursor: 6))
  }

  /// Help, the list of all keys and the keys shown after a prefix have these.
  @Test("Every command with keys has a description of its own")
  func descriptions() {
    let rows = VimKeymap.rules.modes.flatMap(\.rows).filter { !$0.keys.isEmpty }
    let vims = rows.compactMap(\.command).filter { VimMeaning($0) != nil }
    #expect(vims.filter { VimKeymap.summary($0) == nil } == [])
    var keys: [String: Set<CommandID>] = [:]
    for id in vims { VimKeymap.summary(id).map { _ = keys[$0, default: []].insert(id) } }
    #expect(keys.filter { $0.value.count > 1 } == [:])
  }
}
