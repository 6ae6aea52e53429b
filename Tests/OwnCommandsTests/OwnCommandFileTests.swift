import Bytes
import Testing

@testable import OwnCommands

@Suite("The file of a person's own commands")
struct OwnCommandFileTests {
  private func file(_ text: String) -> OwnCommandFile {
    OwnCommandFile(Array(text.utf8), path: "/c")
  }

  @Test("A command has a name and fields, in any order after it")
  func whole() {
    let text = """
      # mine
      name = tick
        says = tick them
      run = sh -c 'a "$1"' sh {paths} \\
        "{title}.pdf" ~/x ''
      ask = file line "Which file?" "{title}"
      ask = how choice "How?" fast slow
      screen = list
      key = M-x, F7
      gets = notes
      gives = rows
      encrypted = yes

      name = log
      when = save
      run = /bin/log {path}
      """
    var tick = OwnCommand(name: "tick", says: "tick them")
    tick.run = [
      OwnWord("sh"), OwnWord("-c"), OwnWord("a \"$1\""), OwnWord("sh"),
      OwnWord([.fact("paths")]), OwnWord([.fact("title"), .text(".pdf")]),
      OwnWord([.fact("home"), .text("/x")]), OwnWord(""),
    ]
    tick.asks = [
      OwnQuestion(
        name: "file", kind: .line, text: "Which file?", standard: OwnWord([.fact("title")])),
      OwnQuestion(
        name: "how", kind: .choice(["fast", "slow"]), text: "How?", standard: OwnWord("fast")),
    ]
    (tick.screen, tick.keys, tick.gets, tick.gives) = (.list, ["M-x", "F7"], .notes, .rows)
    tick.worksEncrypted = true
    tick.lines = [
      "name": 2, "says": 3, "run": 4, "ask": 7, "screen": 8, "key": 9, "gets": 10, "gives": 11,
      "encrypted": 12,
    ]
    var log = OwnCommand(name: "log")
    log.when = .save
    log.run = [OwnWord("/bin/log"), OwnWord([.fact("path")])]
    log.lines = ["name": 14, "when": 15, "run": 16]
    #expect(file(text).commands == [tick, log])
    #expect(file(text).problems == [])
  }

  private static let mistakes: [(String, String)] = [
    ("name = a\n", "line 1, name: it has no “run = PROGRAM …”; “a” was skipped."),
    (
      "name = a b\nrun = x\n",
      "line 1, name: “a b” is not one word of letters, digits, - and _; “a b” was skipped."
    ),
    (
      "name = a\nrun = x\ncolor = red\n",
      "line 3: there is no field “color”. The fields are name, says, screen, key, run, ask, gets, "
        + "gives, when, encrypted; “a” was skipped."
    ),
    (
      "name = a\nrun x\n",
      "line 2: “run x” is not of the form “field = value”; “a” was skipped."
    ),
    ("name = a\nrun = x\nsays =\n", "line 3, says: it has no value; “a” was skipped."),
    ("name = a\nrun = x\nrun = y\n", "line 3, run: it is there twice; “a” was skipped."),
    (
      "name = a\nrun = x\nscreen = lists\n",
      "line 3, screen: it cannot be “lists”, but list, editor, preview, agenda, search, table, board, "
        + "everywhere; “a” was skipped."
    ),
    (
      "name = a\nrun = x\nname = a\nrun = y\n",
      "line 3, name: “a” is the name of the command in line 1 already; “a” was skipped."
    ),
    ("name = a\nrun = x 'y\n", "line 2, run: the ' has no end; “a” was skipped."),
    (
      "name = a\nrun = x {file}\n",
      "line 2, run: {file} means nothing. There are {path}, {paths}, {title}, {line}, {selection}, "
        + "{vault}, {home}; text in single quotes stays as it is; “a” was skipped."
    ),
    (
      "name = a\nrun = sh -c \"cat {path}\"\n",
      "line 2, run: {path} in a script would run as part of it: write \"$1\" there, and {path} as a "
        + "word of its own at the end, after a word for $0; “a” was skipped."
    ),
    (
      "name = a\nrun = env LC_ALL=C /usr/bin/python3 -c {selection}\n",
      "line 2, run: {selection} in a script would run as part of it: write \"$1\" there, and "
        + "{selection} as a word of its own at the end, after a word for $0; “a” was skipped."
    ),
    (
      "name = a\nrun = {title}\n",
      "line 2, run: the program itself cannot be in braces; “a” was skipped."
    ),
    (
      "name = a\nrun = ./x\n",
      "line 2, run: “./x” is neither a name nor a whole path from / or ~/; “a” was skipped."
    ),
    (
      "name = a\nrun = x -{paths}\n",
      "line 2, run: {paths} must be a word of its own; “a” was skipped."
    ),
    (
      "name = a\nrun = x\nwhen = save\nkey = M-x\n",
      "line 4, key: a hook has no key: save starts it; “a” was skipped."
    ),
    (
      "name = a\nrun = x\nwhen = save\ngives = rows\n",
      "line 4, gives: a hook cannot offer rows to choose from; “a” was skipped."
    ),
    (
      "name = a\nrun = x\nscreen = list\ngets = selection\n",
      "line 3, screen: only the editor has a selection; “a” was skipped."
    ),
    (
      "name = a\nrun = x\nask = path line \"?\"\n",
      "line 3, ask: “path” cannot name an answer: it is a new word of letters and -; “a” was skipped."
    ),
    (
      "name = a\nrun = x\nask = b list \"?\"\n",
      "line 3, ask: there is no kind “list”. The kinds are line, note, tag, folder, file, yes, choice "
        + "and lines; “a” was skipped."
    ),
  ]

  @Test(
    "A mistake names file, line and field, and leaves out its command alone", arguments: mistakes)
  func mistake(text: String, problem: String) {
    let read = file("name = first\nrun = x\n" + text + "name = last\nrun = x\n")
    let lineShift = 2
    let shifted = problem.replacing(/line (\d+)/) { match in
      "line \((Int(match.1) ?? 0) + lineShift)"
    }
    #expect(read.problems == ["/c, " + shifted])
    let others = read.commands.map(\.name).filter { $0 != "a" }
    #expect(others == ["first", "last"])
  }

  @Test("A field that cannot be read leaves out its whole command")
  func unreadable() {
    let bytes =
      Array("name = a\nrun = x\nsays = ".utf8) + [0xff, 0x0a] + Array("name = b\nrun = y\n".utf8)
    let read = OwnCommandFile(bytes, path: "/c")
    #expect(read.commands.map(\.name) == ["b"])
    #expect(read.problems == ["/c, line 3: it is not UTF-8; “a” was skipped."])
  }

  @Test("A field before the first name belongs to no command")
  func nameless() {
    let read = file("run = a\nname = b\nrun = x\n")
    #expect(
      read.problems
        == ["/c, line 1, run: a command begins with “name = …”; the line was skipped."])
    #expect(read.commands.map(\.name) == ["b"])
  }

  // MARK: - Words

  @Test("What fills a word stays in it, whatever characters it has")
  func filled() throws {
    let words = [
      OwnWord("x"), OwnWord([.text("--a="), .fact("title")]), OwnWord([.fact("paths")]),
    ]
    let facts = OwnFacts(
      ["title": Array("a b'; rm -rf \"$HOME\" {path}\n".utf8)],
      paths: [Array("/n/1 2.md".utf8), [0x2f, 0xff]])
    #expect(
      try words.filled(by: facts) == [
        Array("x".utf8), Array("--a=a b'; rm -rf \"$HOME\" {path}\n".utf8), Array("/n/1 2.md".utf8),
        [0x2f, 0xff],
      ])
    #expect(throws: OwnFactError(fact: "title", reason: .missing)) {
      try words.filled(by: OwnFacts())
    }
    #expect(throws: OwnFactError(fact: "title", reason: .hasZero)) {
      try words.filled(by: OwnFacts(["title": [0x61, 0]]))
    }
  }

  // MARK: - Answers

  private static let meanings: [(String, OwnCommand.Output, OwnAnswer)] = [
    ("ignored", .nothing, .nothing),
    ("one\ntwo\n\n", .message, .message(["one", "two"])),
    ("a\nb\n", .selection, .selection(Array("a\nb".utf8))),
    ("# New\n", .note, .note(Array("# New\n".utf8))),
    (
      "one\n\ntwo\n", .rows,
      .rows([
        OwnChoice(label: "one", action: .selection("one")),
        OwnChoice(label: "two", action: .selection("two")),
      ])
    ),
    (
      #"[{"label":"A","open":"a.md","line":3},{"label":"B","message":"hm"}]"#, .rows,
      .rows([
        OwnChoice(label: "A", action: .open("a.md", line: 3)),
        OwnChoice(label: "B", action: .message("hm")),
      ])
    ),
    (
      #"[{"label":"A","edits":[{"note":"a"}]}]"#, .rows,
      .rows([
        OwnChoice(
          label: "A", action: .edits(.array([.object(["note": .string("a")])])))
      ])
    ),
    (#"[]"#, .edits, .edits(.array([]))),
  ]

  @Test("Output has the meaning that its command gives it", arguments: meanings)
  func answer(output: String, form: OwnCommand.Output, answer: OwnAnswer) throws {
    #expect(try OwnAnswer(Array(output.utf8), as: form) == answer)
  }

  private static let refusals: [(String, OwnCommand.Output, OwnAnswerError)] = [
    (" \n", .note, .empty(.note)),
    ("[1,\n}", .edits, .notJSON(.edits, line: 2, column: 1, "this is not JSON")),
    ("[7]", .rows, .badRow(1, "it has no “label”")),
    (
      #"[{"label":"A"}]"#, .rows,
      .badRow(1, "it needs one of “open”, “selection”, “message” and “edits”")
    ),
    (#"[{"label":"A","open":7}]"#, .rows, .badRow(1, "“open” has the wrong kind of value")),
  ]

  @Test("Output of another form is refused with the reason", arguments: refusals)
  func wrong(output: String, form: OwnCommand.Output, error: OwnAnswerError) {
    #expect(throws: error) { try OwnAnswer(Array(output.utf8), as: form) }
  }

  @Test("A row has the fields of the command line's JSON")
  func rows() {
    var row = OwnRow(path: "a \"b\".md", title: "T\n")
    #expect(
      [row].json
        == #"[{"path":"a \"b\".md","title":"T\n","modified":null,"snippet":null,"obstacle":null}]"#
        + "\n")
    (row.pathBytes, row.modified, row.snippet, row.line, row.text) = ("%ff", "m", "s", 3, "t")
    #expect(
      row.json
        == #"{"path":"a \"b\".md","pathBytes":"%ff","title":"T\n","modified":"m","snippet":"s","#
        + #""obstacle":null,"line":3,"text":"t"}"#)
  }
}
