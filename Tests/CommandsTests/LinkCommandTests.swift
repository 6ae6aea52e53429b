import Commands
import Entities
import Services
import TestSupport
import Testing

@MainActor
@Suite("Commands for links, health and settings")
struct LinkCommandTests {
  private func link(
    _ source: String, _ line: Int, _ written: String, to target: String?
  ) -> LinkRecord {
    LinkRecord(
      source: NoteID(source), sourceTitle: source, line: line, context: "see \(written)",
      written: written, target: target.map { NoteID($0) }, isEmbed: false)
  }

  private func scene() -> CommandScene {
    let scene = CommandScene(["a.md": "x\n", "b.md": "y\n"])
    scene.links = MemoryLinks(
      [link("a.md", 2, "[[b]]", to: "b.md"), link("a.md", 5, "[[gone]]", to: nil)],
      mentions: [link("a.md", 9, "b", to: "b.md")],
      orphans: [NoteMatch(id: NoteID("c.md"), title: "c")])
    return scene
  }

  private nonisolated static let rows: [([String], [String], ExitCode)] = [
    (["links", "a"], ["2\t[[b]]\tb.md", "5\t[[gone]]\t(nowhere)"], .done),
    (["links", "b"], [], .done),
    (["backlinks", "b"], ["a.md:2: see [[b]]"], .done),
    (["backlinks", "b", "--unlinked"], ["a.md:9: see b"], .done),
    (["check"], ["broken\t[[gone]]\ta.md:5", "orphan\tc\tc.md"], .failed),
  ]

  @Test("Outgoing links, backlinks and broken links are listed", arguments: rows)
  func links(words: [String], wanted: [String], code: ExitCode) async {
    let scene = scene()
    #expect(await scene.run(words) == code)
    #expect(scene.lines == wanted)
    #expect(scene.messages == [])
  }

  private nonisolated static let tables: [([String], tabbed: [String], aligned: [String])] = [
    (
      ["links", "a"], ["2\t[[b]]\tb.md", "5\t[[gone]]\t(nowhere)"],
      ["2  [[b]]     b.md", "5  [[gone]]  (nowhere)"]
    ),
    (
      ["check"], ["broken\t[[gone]]\ta.md:5", "orphan\tc\tc.md"],
      ["broken  [[gone]]  a.md:5", "orphan  c         c.md"]
    ),
    (["stats"], ["notes\t2", "words\t0"], ["notes        2", "words        0"]),
    (
      ["doctor"], ["problem\tvault\tgone^[\tmake it", "warning\tindex\told"],
      [
        "problem  vault         gone^[", "                       make it",
        "warning  index         old",
      ]
    ),
  ]

  @Test(
    "Lists have aligned columns on a terminal, and tabs in a pipe (line L23)",
    arguments: tables)
  func tables(words: [String], tabbed: [String], aligned: [String]) async {
    let scene = scene()
    scene.health = MemoryHealth([
      HealthFinding(part: "vault", state: .problem, text: "gone\u{1b}", advice: "make it"),
      HealthFinding(part: "index", state: .warning, text: "old"),
    ])
    await scene.run(words)
    #expect(scene.lines.starts(with: tabbed))
    scene.isTerminal = true
    await scene.run(words)
    #expect(scene.lines.starts(with: aligned))
  }

  @Test("Orphans alone are not a failure of check")
  func orphans() async {
    let scene = CommandScene()
    scene.links = MemoryLinks(orphans: [NoteMatch(id: NoteID("c.md"), title: "c")])
    #expect(await scene.run("check") == .done)
    await scene.run("check", "--json-lines")
    #expect(
      scene.results
        == #"{"kind":"orphan","path":"c.md","title":"c","line":null,"link":null,"target":null,"#
        + #""embed":null,"context":null}"# + "\n")
  }

  @Test("check exits with 1 if links cannot be read")
  func fails() async {
    let scene = scene()
    await scene.links.fail(next: .unusable(path: "/x", reason: "no"))
    #expect(await scene.run("check") == .failed)
    #expect(scene.messages.count == 1)
  }

  /// The names in the JSON of a line.
  private func names(in line: String) -> Set<String> {
    Set(line.matches(of: /"([A-Za-z]+)":/).map { String($0.1) })
  }

  @Test(
    "JSON has exactly the fields that the command table names",
    arguments: [
      ["links", "a"], ["backlinks", "b"], ["check"], ["tags"], ["list"], ["doctor"], ["config"],
      ["restore"], ["history", "a"],
    ])
  func fields(words: [String]) async throws {
    let scene = scene()
    try await scene.versions.keep([1], of: NoteID("a.md"))
    scene.health = MemoryHealth([HealthFinding(part: "vault", state: .ok, text: "fine")])
    _ = try await scene.store.trash(NoteID("b.md"))
    guard case .command(let request) = try Invocation(arguments: words, folder: "/") else {
      Issue.record("no command")
      return
    }
    await scene.run(words + ["--json-lines"])
    if words != ["tags"], words != ["backlinks", "b"] { #expect(!scene.lines.isEmpty) }
    let known = Set(CommandTable.spec(of: request.name).answer.fields.map(\.name))
    for line in scene.lines { #expect(names(in: line).subtracting(known) == []) }
    await scene.run(words + ["--json"])
    if !scene.lines.isEmpty { #expect(names(in: scene.results).isSubset(of: known)) }
  }

  @Test("doctor prints the state of each part, and a problem gives exit code 1")
  func doctor() async {
    let scene = CommandScene(["a.md": "x\n"])
    scene.health = MemoryHealth([HealthFinding(part: "vault", state: .ok, text: "/vault")])
    #expect(await scene.run("doctor") == .done)
    #expect(scene.lines.first == "ok\tvault\t/vault")
    #expect(scene.results.contains("settings"))
    scene.health = MemoryHealth([
      HealthFinding(part: "vault", state: .problem, text: "gone\u{1b}", advice: "make it")
    ])
    #expect(await scene.run("doctor") == .failed)
    #expect(scene.lines.first == "problem\tvault\tgone^[\tmake it")
  }

  @Test("stats counts notes and bytes")
  func stats() async {
    let scene = CommandScene(["a.md": "x\n", "b.md": "y\n"])
    #expect(await scene.run("stats") == .done)
    #expect(scene.lines.first == "notes\t2")
    #expect(scene.lines.contains("bytes\t20"))
    await scene.run("stats", "--json")
    #expect(scene.results.hasPrefix(#"{"notes":2,"#))
  }

  @Test("config lists, gets and sets settings, and prints the file's path")
  func config() async {
    let scene = CommandScene()
    scene.settings = MemorySettings("# mine\nvault = /n\nnope = 1\n")
    #expect(await scene.run("config") == .done)
    #expect(scene.lines[0] == "vault = /n")
    #expect(
      scene.lines[2] == "# color = auto   (“never” for no colors)"
    )
    #expect(scene.messages.count == 1 && scene.messages[0].contains("line 3"))
    #expect(await scene.run("config", "get", "vault") == .done)
    #expect(scene.results == "/n\n")
    #expect(await scene.run("config", "set", "color", "never") == .done)
    #expect(scene.results == "" && scene.messages == [])
    #expect(await scene.settings.written == "# mine\nvault = /n\nnope = 1\ncolor = never\n")
    #expect(await scene.run("config", "set", "color", "red") == .usage)
    #expect(await scene.run("config", "get", "colour") == .usage)
    #expect(scene.messages == ["notes-tui: there is no setting “colour”. Did you mean color?"])
    #expect(await scene.run("config", "path") == .done)
    #expect(scene.results == "/home/ada/.config/notes-tui/config\n")
  }
}
