import Regex
import TextEngine
import Testing

@testable import Vim

/// What keys ask the shell for; `vim-rows.jsonl` has what becomes of the answers.
@Suite("Vim's shell commands")
struct VimShellTests {
  private func play(_ keys: String, answering answer: KeyAnswer = .bytes([])) -> VimPlay {
    var play = VimPlay("|one\ntwo\nthree\n")
    play.answer = { _ in answer }
    play.press(keys)
    return play
  }

  private static func command(
    _ command: String, _ input: String = "", isShown: Bool = false
  ) -> KeyRequest {
    KeyRequest(
      .command(command, isShown: isShown), input: Array(input.utf8), changesText: !isShown)
  }

  @Test("Each command gets its lines, once, and `!` in it is the last command")
  func requests() {
    let rows: [(keys: String, requests: [KeyRequest])] = [
      ("!jsort<CR>", [Self.command("sort", "one\ntwo\n")]),
      (":r !date<CR>", [Self.command("date")]),
      (":r x y|d<CR>", [KeyRequest(.file("x y"), changesText: true)]),
      (":!ls | wc<CR>", [Self.command("ls | wc", isShown: true)]),
      (":w !wc|cat<CR>", [Self.command("wc|cat", "one\ntwo\nthree\n", isShown: true)]),
      (":2w !wc<CR>", [Self.command("wc", "two\n", isShown: true)]),
      (":.!a \\! \\%<CR>", [Self.command("a ! \\%", "one\n")]),
      (":.!<CR>", []), (":w!cat<CR>", []), (":!!<CR>", []), ("!!<CR>", []),
    ]
    for row in rows { #expect(play(row.keys).requests == row.requests, "\(row.keys)") }
    #expect(play(":!a<CR>:!b ! c<CR>").requests.last == Self.command("b a c", isShown: true))
    #expect(play(":!a<CR>:!! c<CR>").requests.last == Self.command("ac", isShown: true))
  }

  @Test("Output that is only shown is a list, or a message if it is one line")
  func shown() {
    #expect(play(":!ls<CR>", answering: .bytes(Array("a\nb\n".utf8))).listed == ["a", "b"])
    #expect(play(":!ls<CR>", answering: .bytes(Array("a\n".utf8))).said == "a")
    #expect(play(":!ls<CR>").said == "The command wrote nothing.")
  }

  @Test("A refused answer is a failure: nothing changes, and a macro ends")
  func refused() {
    var play = play("", answering: .refused("It failed."))
    play.machine.registers.named["a"] = VimRegister(Array(":%!sort\rdd".utf8))
    play.press("@a")
    #expect(play.warning == "It failed.")
    #expect(play.marked == "|one\ntwo\nthree\n")
    #expect(self.play(":!!<CR>").warning == "E34: No previous command")
    #expect(self.play(":!<CR>").warning?.hasPrefix("No shell") == true)
  }

  @Test("Each cursor filters its own line")
  func cursors() {
    var machines = KeyMachines(VimMachine())
    var text = KeyText(Rope(Array("one\ntwo\nthree\n".utf8)))
    text.selections =
      Selections([Selection(at: .zero), Selection(at: .zero + 4)], main: 0)
      ?? Selections(Selection(at: .zero))
    for key in ["!", "!", "r", "e", "v", "Enter"] {
      let before = (machines, text)
      text.answers = KeyAnswers()
      _ = machines.press(key, in: &text)
      let answers = text.answers
      while let request = answers.missing {
        answers.add(.bytes(request.input.dropLast().reversed() + [0x0a]))
        (machines, text) = before
        (text.answers, text.budget) = (answers, RegexBudget())
        _ = machines.press(key, in: &text)
      }
    }
    #expect(String(decoding: text.text.bytes, as: UTF8.self) == "eno\nowt\nthree\n")
  }

  @Test("A text that changed before its answer came ends the key")
  func stale() {
    let answers = KeyAnswers()
    #expect(answers.answer(to: Self.command("a", "x\n")) == nil)
    answers.add(.bytes([]))
    #expect(answers.answer(to: Self.command("a", "y\n")) == nil)
    #expect(answers.isStale && answers.missing == nil)
  }

  @Test(
    "`%` and `#` are paths, each one word of the shell",
    arguments: [
      ("wc %", "wc '/v/a b.md'"), ("wc '%'", "wc '/v/a b.md'"), ("wc \"%\"", "wc \"/v/a b.md\""),
      ("wc %:h", "wc /v"), ("wc %:t", "wc 'a b.md'"), ("wc %:t:r", "wc 'a b'"), ("wc %:e", "wc md"),
      ("wc %<", "wc '/v/a b'"), ("diff % #", "diff '/v/a b.md' '/v/$(x)'\\''s.md'"),
      ("diff '#'", "diff '/v/$(x)'\\''s.md'"), ("diff \"#\"", "diff \"/v/\\$(x)'s.md\""),
      ("date +\\%F", "date +%F"), ("a \\\\ b", "a \\\\ b"), ("plain", "plain"),
    ])
  func names(typed: String, command: String) throws {
    let names = VimFileNames(note: "/v/a b.md", other: "/v/$(x)'s.md")
    #expect(try names.command(typed) == command)
    #expect(try names.path("%") == "/v/a\\ b.md")
    let none = VimFileNames(note: nil, other: nil)
    #expect(throws: VimFileNames.Problem.self) { try none.command("wc %") }
    #expect(throws: VimFileNames.Problem.self) { try none.command("wc #") }
    #expect(VimFileNames.areNamed(in: "a \\% b") == false)
  }

  @Test("In Markdown `=` leaves the indent of items, quotes and code")
  func reindenting() {
    var play = VimPlay("|# A\n\n- b\n    - c\n      d\n\n  e\n   f\n", isRead: true)
    play.press("=G")
    #expect(play.text == "# A\n\n- b\n    - c\n      d\n\n  e\n   f\n")
    #expect(play.said == "List items, quotes and code are as they were.")
    play = VimPlay("|one\n  two\n\n   three\n\n```\n  x\n```\n", isRead: true)
    play.press("=G")
    #expect(play.text == "one\ntwo\n\nthree\n\n```\n  x\n```\n")
  }
}
