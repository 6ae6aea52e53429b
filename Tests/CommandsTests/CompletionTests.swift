import Entities
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings

@testable import Commands

@Suite("Completions of a word")
@MainActor
struct CompletionTests {
  private nonisolated static let lines: [(Shell, String, [String], String, Int)] = [
    (.bash, "nt show Pl", ["show"], "Pl", 0), (.bash, "nt show ", ["show"], "", 0),
    (.bash, #"nt show "Plan B"#, ["show"], "Plan B", 0),
    (.bash, #"nt show Plan\ B"#, ["show"], "Plan B", 0),
    (.bash, #"nt show 'it"s' "a\"b" c"#, ["show", "it\"s", "a\"b"], "c", 0),
    (.bash, "nt list --sort=t", ["list"], "--sort=t", 7),
    (.bash, #"nt --to="Pl"#, [], "--to=Pl", 5), (.bash, "nt notes://li", [], "notes://li", 6),
    (.zsh, "nt list --sort=t", ["list"], "--sort=t", 0),
    (.zsh, "nt -C ~/n show ", ["-C", "/home/ada/n", "show"], "", 0),
    (.fish, #"nt show 'it\'s' '\a'"#, ["show", "it's"], #"\a"#, 0),
    (.fish, "nt -C '~/n' x", ["-C", "~/n"], "x", 0), (.bash, "nt", [], "nt", 0),
  ]

  @Test("A command line is split as the shell splits it", arguments: lines)
  func readsLine(shell: Shell, line: String, before: [String], typed: String, unchanged: Int) {
    let read = ShellLine(
      Array(line.utf8), of: shell, breaks: Array(" \t\n\"'@><=;|&(:".utf8), home: "/home/ada")
    #expect(read.before.map(\.text) == before)
    #expect(String(decoding: read.typed, as: UTF8.self) == typed)
    #expect(read.unchanged == unchanged)
  }

  private func scene() -> CommandScene {
    let scene = CommandScene([
      "Plan B.md": "x\n", "work/Über.md": "x\n", "work/deep/c.md": "x\n", "$odd.md": "x\n",
      "-dash.md": "x\n",
    ])
    scene.links = MemoryLinks(tags: [
      TagCount(name: "work", notes: 2), TagCount(name: "home/new", notes: 1),
    ])
    scene.state.searches = StoredValue([SavedSearch]())
    scene.themes = ["standard", "dark", "mine"]
    return scene
  }

  /// The kind, then the words without their descriptions.
  private func candidates(
    _ line: String, _ shell: Shell = .zsh, in scene: CommandScene? = nil
  ) async -> [String] {
    let scene = scene ?? self.scene()
    #expect(
      await scene.run("completions", "for", shell.rawValue, "notes-tui \(line)", "\"'@><=;|&(:")
        == .done)
    #expect(scene.messages.isEmpty)
    return scene.lines.map { String($0.prefix { $0 != "\t" }) }
  }

  private nonisolated static let words: [(String, [String])] = [
    ("lis", ["folders", "list"]), ("ta", ["folders", "tags", "tasks", "task"]),
    ("task ", ["words", "add", "done", "reschedule"]), ("task re", ["words", "reschedule"]),
    ("history sh", ["names", "show"]), ("help hist", ["words", "history"]),
    ("help writ", ["words", "write", "writing"]),
    ("help history ", ["words", "show", "restore"]), ("config g", ["words", "get"]),
    ("config get colo", ["words", "color"]),
    ("config set color ", ["words", "auto", "never"]),
    ("config set theme ", ["names", "standard", "dark", "mine"]), ("--theme d", ["names", "dark"]),
    ("config set daily-folder w", ["names", "work", "work/deep"]),
    ("config set vault ", ["folders"]), ("config set nothing ", ["words"]),
    ("obsidian rea", ["words", "read"]), ("obsidian help rea", ["words", "read"]),
    ("obsidian v", ["words", "vault", "vaults", "version", "vault="]),
    ("obsidian vault=x daily:p", ["words", "daily:path", "daily:prepend"]),
    ("obsidian append ", ["words", "file=", "path=", "content=", "inline"]),
    ("obsidian read file=Pl", ["names", "file=Plan B.md"]),
    ("obsidian files folder=work/", ["names", "folder=work/deep"]),
    ("obsidian tags format=j", ["words", "format=json"]), ("obsidian nothing x", ["words"]),
    ("list --sort ", ["words", "modified", "created", "title", "name"]),
    ("list --sort=t", ["words", "--sort=title"]), ("list --sor", ["words", "--sort"]),
    ("list --tag ", ["words", "work", "home/new"]), ("list --tag=#w", ["words", "--tag=#work"]),
    ("list --tag h", ["words", "home/new"]), ("tags rename w", ["words", "work"]),
    ("tags rename work h", ["words", "home/new"]), ("tags ", ["words", "rename"]),
    ("search tag:w", ["names", "tag:work"]), ("search 'milk -tag:w", ["names", "milk -tag:work"]),
    ("search has", ["names", "has:link", "has:task", "has:attachment"]),
    ("show Pl", ["names", "Plan B.md"]), ("show \"Pl", ["names", "Plan B.md"]),
    ("show Plan\\ ", ["names", "Plan B.md"]),
    ("show work/", ["names", "work/deep/c.md", "work/Über.md"]),
    ("show ./", ["files"]), ("show -- -", ["names", "-dash.md"]), ("edit $", ["names", "$odd.md"]),
    ("new T --template Pl", ["names", "Plan B.md"]),
    ("task add x --to=Pl", ["names", "--to=Plan B.md"]),
    ("move Plan w", ["names", "work", "work/deep"]),
    ("list --folder work/", ["names", "work/deep"]),
    ("tasks --due ", ["words", "all", "overdue", "today", "week"]),
    ("task add x --due f", ["words", "friday"]),
    ("daily --date 2026-03-0", ["words"] + (2...8).map { "2026-03-0\($0)" }),
    ("completions ", ["words", "bash", "zsh", "fish", "for"]),
    ("age encrypt ", ["files"]), ("age encrypt -o ", ["files"]), ("init ", ["folders"]),
    ("script ", ["files"]), ("script x --driver p", ["words", "pty"]), ("--config ", ["files"]),
    ("-C ", ["folders"]), ("list --nope ", ["words"]), ("list extra ", ["words"]),
    ("show a b ", ["words"]), ("x/y", ["files"]), ("notes://tr", ["names", "notes://trash"]),
    ("notes://ed", ["names", "notes://editor/"]),
    ("notes://editor/Pl", ["names", "notes://editor/Plan%20B.md"]),
    ("exp", ["folders", "export"]),
    ("list --color=a", ["words", "--color=always", "--color=auto"]),
    ("list --rev", ["words", "--reverse"]), ("list --reverse --rev", ["words"]),
  ]

  @Test("Each position of a command line offers the words that fit there", arguments: words)
  func offers(line: String, wanted: [String]) async {
    #expect(await candidates(line).map { $0 }.sortedBehindFirst == wanted.sortedBehindFirst)
  }

  @Test("bash gets only the text after its last word break")
  func bash() async {
    #expect(await candidates("list --sort=t", .bash) == ["words", "title"])
    #expect(await candidates("notes://tra", .bash) == ["names", "//trash"])
    #expect(await candidates("search tag:w", .bash) == ["names", "work"])
    #expect(await candidates("search \"tag:w", .bash) == ["names", "tag:work"])
    #expect(await candidates("task add x --to=\"Pl", .bash) == ["names", "Plan B.md"])
  }

  @Test("Saved searches, the trash, versions and tasks are offered")
  func kept() async throws {
    let scene = scene()
    _ = try await scene.state.searches.change(.keep(SavedSearch(name: "jobs", query: "tag:work")))
    #expect(await candidates("search @", in: scene) == ["names", "@jobs"])
    #expect(await candidates("search x --save j", in: scene) == ["names", "jobs"])
    await scene.run("append", "Plan B.md", "more")
    await scene.run("edit", "Plan B.md")
    await scene.run("trash", "work/deep/c.md")
    #expect(await candidates("restore ", in: scene) == ["names", "work/deep/c.md"])
    try await scene.versions.keep([1], of: NoteID("Plan B.md"), written: nil)
    let versions = try await scene.versions.versions(of: NoteID("Plan B.md")).map(\.name)
    #expect(!versions.isEmpty)
    #expect(await candidates("history show Plan\\ B.md ", in: scene) == ["names"] + versions)
    #expect(await candidates("history restore 'Plan B.md' ", in: scene) == ["names"] + versions)
  }

  @Test(
    "Tags are offered with note counts, or as plain names if they need quotes (line N29)"
  )
  func tags() async {
    let scene = scene()
    await scene.run("completions", "for", "bash", "nt list --tag ")
    #expect(scene.lines == ["words", "work\t2 notes", "home/new\t1 note"])
    scene.links = MemoryLinks(tags: [TagCount(name: "a$(b)", notes: 1)])
    #expect(await candidates("list --tag ", in: scene) == ["names", "a$(b)"])
  }

  @Test("Every option and every command is offered by some completion")
  func all() async {
    var offered: Set<String> = []
    for spec in CommandTable.all { offered.formUnion(await candidates("\(spec.name.rawValue) -")) }
    offered.formUnion(await candidates("-"))
    for option in OptionName.allCases { #expect(offered.contains("--\(option.rawValue)")) }
    let first = Set(await candidates(""))
    for spec in CommandTable.all { #expect(first.contains(spec.name.family)) }
  }

  @Test("All notes of a vault are offered, even 1500 of them")
  func many() async {
    let notes = Dictionary(uniqueKeysWithValues: (0..<1500).map { ("n\($0).md", "x\n") })
    let scene = CommandScene(notes)
    #expect(await candidates("show n", in: scene).count == 1501)
    #expect(await candidates("show n1499", in: scene) == ["names", "n1499.md"])
  }

  @Test("Completions come from the vault that the command line names")
  func vault() throws {
    let read = try Invocation(
      arguments: ["completions", "for", "zsh", "notes-tui -C ~/other --config c show "],
      folder: "/here", home: "/home/ada")
    guard case .command(let request) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(request.vault == NotePath("/home/ada/other"))
    #expect(request.settings == NotePath("/here/c"))
  }
}

extension [String] {
  /// The first element unchanged, the others sorted.
  fileprivate var sortedBehindFirst: [String] { prefix(1) + dropFirst().sorted() }
}
