import Cells
import Entities
import Testing

@testable import Commands

@MainActor
@Suite("The format of results")
struct ResultFormTests {
  private nonisolated static let colors:
    [(words: [String], [String: String], String?, pipe: Bool, terminal: Bool)] = [
      ([], [:], nil, false, true), ([], [:], "never", false, false),
      ([], [:], "auto", false, true),
      ([], ["NO_COLOR": "1"], "always", false, false), ([], ["NO_COLOR": ""], nil, false, true),
      ([], ["CLICOLOR": "0"], nil, false, false), ([], ["CLICOLOR_FORCE": "1"], nil, true, true),
      ([], ["CLICOLOR_FORCE": "0"], nil, false, true),
      ([], ["FORCE_COLOR": "3"], "never", true, true),
      ([], ["NO_COLOR": "1", "FORCE_COLOR": "1"], nil, false, false),
      ([], ["TERM": "dumb"], nil, false, false),
      (["--color=always"], ["NO_COLOR": "1", "TERM": "dumb"], "never", true, true),
      (["--color", "never"], ["CLICOLOR_FORCE": "1"], "always", false, false),
      (["--color=auto"], ["FORCE_COLOR": "1"], nil, false, true),
      (["--no-color"], ["FORCE_COLOR": "1"], "always", false, false),
    ]

  @Test(
    "Colors depend on the command line, then the environment, then the setting (line N22)"
  )
  func colors() throws {
    for (words, environment, setting, pipe, terminal) in Self.colors {
      guard
        case .command(let request) = try Invocation(arguments: ["list"] + words, folder: "/")
      else { return }
      let choice = ColorChoice(request, environment: { environment[$0] }, setting: { setting })
      #expect(choice.hasColors(onTerminal: false) == pipe, "\(words) \(environment)")
      #expect(choice.hasColors(onTerminal: true) == terminal, "\(words) \(environment)")
    }
  }

  private func lines(
    _ rows: [[String]], columns: Int, isTerminal: Bool = true
  ) -> [String] {
    let output = CommandOutput(
      isTerminal: isTerminal, hasColors: false, columns: columns, send: { _ in nil },
      tell: { _ in })
    return Columns(output).lines(rows)
  }

  @Test("No row is wider than the terminal, and a cut cell ends with … (line N11)")
  func columns() {
    let rows = [
      ["2026-03-02", String(repeating: "title ", count: 20), "folder/日本語の長い名前.md"],
      ["2026-03-03", "short", "a.md"],
    ]
    for columns in [20, 40, 41, 80, 120] {
      let lines = lines(rows, columns: columns)
      for line in lines { #expect(Cells.width(of: line) <= columns, "\(columns): \(line)") }
      #expect(lines[0].contains("…"))
      #expect(columns < 40 || lines[0].hasPrefix("2026-03-02  title"))
    }
    #expect(lines(rows, columns: 400)[1].hasPrefix("2026-03-03  short   "))
    #expect(!lines(rows, columns: 400)[0].contains("…"))
    // Narrower than its columns, a table has no better form.
    #expect(lines([["ab", "cd", "ef"]], columns: 3) == ["…  …  …"])
  }

  @Test("On a terminal without UTF-8, non-ASCII letters of names are spelled out (line L18)")
  func locale() {
    for (locale, isTerminal, wanted) in [
      ("C", true, "na<U+00EF>ve ^[x"), ("C", false, "naïve ^[x"),
      ("en_US.UTF-8", true, "naïve ^[x"),
      ("sv_SE.ISO-8859-1", true, "na<U+00EF>ve ^[x"),
    ] {
      var results = ""
      let output = CommandOutput(
        isTerminal: isTerminal, hasColors: false,
        send: {
          results += String(decoding: $0, as: UTF8.self)
          return nil
        }, tell: { _ in })
      output.words = UserDictionary { $0 == "LC_ALL" ? locale : nil }
      output.writeField("naïve \u{1b}x")
      output.flush()
      #expect(results == wanted)
    }
  }

  @Test("In a pipe nothing is cut (line N11)")
  func piped() {
    let long = String(repeating: "x", count: 300)
    #expect(lines([[long, long]], columns: 80, isTerminal: false) == ["\(long)\t\(long)"])
  }

  @Test(
    "--fields selects the fields, as JSON and as text; --count only counts (line N31)")
  func fields() async {
    let scene = CommandScene(["a.md": "# Alpha\n", "b.md": "# Beta\n"])
    #expect(await scene.run("list", "--sort", "title", "--fields", "title,path,pathBytes") == .done)
    #expect(scene.results == "Alpha\ta.md\t\nBeta\tb.md\t\n")
    await scene.run("list", "--sort", "title", "--json", "--fields", "path")
    #expect(scene.results == "[\n{\"path\":\"a.md\"},\n{\"path\":\"b.md\"}\n]\n")
    await scene.run("list", "--json-lines", "--limit", "1", "--sort=title", "--fields=title")
    #expect(scene.results == "{\"title\":\"Alpha\"}\n")
    #expect(await scene.run("list", "--count") == .done)
    #expect(scene.results == "2\n")
    #expect(await scene.run("list", "--count", "--json") == .usage)
  }

  @Test("Changes are printed as JSON, but not as text (line N31)")
  func done() async {
    let scene = CommandScene(["a.md": "# Alpha\n", "b.md": "# Beta\n"])
    await scene.run("write", "Alpha", "new", "--json")
    #expect(scene.results == "[\n{\"did\":\"rewritten\",\"path\":\"a.md\",\"from\":null}\n]\n")
    await scene.run("write", "a.md", "new", "--json")
    #expect(scene.results == "[]\n")
    await scene.run("append", "Beta", "x", "--json-lines")
    #expect(scene.results == "{\"did\":\"rewritten\",\"path\":\"b.md\",\"from\":null}\n")
    await scene.run("trash", "a.md", "b.md", "--json-lines", "--fields", "did,path")
    #expect(
      scene.results
        == "{\"did\":\"trashed\",\"path\":\"a.md\"}\n{\"did\":\"trashed\",\"path\":\"b.md\"}\n")
    await scene.run("write", "c", "x")
    #expect(scene.results == "")
    await scene.run("path", "c", "--json")
    #expect(scene.results == "{\"path\":\"/vault/c.md\"}\n")
    await scene.run("config", "path", "--json")
    #expect(scene.results.hasPrefix("{\"path\":"))
    await scene.run("keys", "--json-lines", "--fields", "screen,keys")
    #expect(scene.lines.first?.hasPrefix("{\"screen\":") == true)
  }

  @Test("An empty list names the folder that has no notes (line N23)")
  func nothing() async {
    let scene = CommandScene(["a.md": "# Alpha\n"])
    #expect(await scene.run("list", "--folder", "nope") == .done)
    #expect(scene.messages == ["notes-tui: no note is in the folder “nope”."])
  }

  private nonisolated static let badValues: [(name: String, value: String, reason: String)] = [
    ("tab-width", "99", "a number from 1 to 16"), ("color", "red", "auto or never"),
    ("theme", "nope", "there is no theme"),
    ("daily-format", "GGGG-[W]WW", "two days would have the same name"),
    ("daily-format", "YYYY-MM-DD_HH:mm", "“:”"), ("daily-format", ".YYYY-MM-DD", "no file can"),
  ]

  @Test(
    "A bad value of a setting is a usage error with its reason (line N19, N23)",
    arguments: badValues)
  func badValue(name: String, value: String, reason: String) async {
    let scene = CommandScene()
    scene.themes = ["standard"]
    #expect(await scene.run("config", "set", name, value) == .usage)
    #expect(scene.messages.first?.contains(reason) == true, "\(scene.messages)")
    #expect(await scene.run("config", "set", name, "") == .done)
  }
}
