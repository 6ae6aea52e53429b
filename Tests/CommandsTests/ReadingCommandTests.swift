import Commands
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings

@MainActor
@Suite("Commands that only read")
struct ReadingCommandTests {
  private static let notes = [
    "a.md": "# Alpha\nfirst\n", "b.md": "# Beta\nsecond\n", "jobs/c.md": "third\n",
  ]

  @Test("random prints one note in the format of list, and reports when there is none")
  func random() async {
    let scene = CommandScene(["a.md": "x #t\n", "b.md": "y\n", "c.md": "z\n"])
    var seen: Set<String> = []
    for _ in 0..<200 where seen.count < 3 {
      #expect(await scene.run("random") == .done)
      #expect(scene.lines.count == 1)
      seen.insert(String(scene.lines.first?.suffix(4) ?? ""))
    }
    #expect(seen == ["a.md", "b.md", "c.md"])
    #expect(await scene.run("random", "--folder", "none", "--json") == .notFound)
    #expect(scene.results == "")
    #expect(scene.messages == ["notes-tui: no matching note."])
    #expect(await scene.run("random", "--json") == .done)
    #expect(scene.results.hasPrefix("{\"path\":"))
  }

  @Test("list prints date, title and path separated by tabs, newest first")
  func list() async {
    let scene = CommandScene(Self.notes)
    #expect(await scene.run("list") == .done)
    #expect(
      scene.lines == [
        "2026-03-02 10:29\tc\tjobs/c.md", "2026-03-02 10:29\tBeta\tb.md",
        "2026-03-02 10:29\tAlpha\ta.md",
      ])
    #expect(scene.messages == [])
  }

  private nonisolated static let lists: [([String], [String])] = [
    (["--limit", "1"], ["jobs/c.md"]), (["--limit", "0"], []),
    (["--reverse"], ["a.md", "b.md", "jobs/c.md"]),
    (["--sort", "title"], ["a.md", "b.md", "jobs/c.md"]),
    (["--folder", "jobs"], ["jobs/c.md"]), (["--folder", "/jobs/"], ["jobs/c.md"]),
    (["--folder", "nowhere"], []),
  ]

  @Test("list obeys its options for sorting, reversing, filtering and limiting", arguments: lists)
  func list(options: [String], wanted: [String]) async {
    let scene = CommandScene(Self.notes)
    #expect(await scene.run(["list"] + options) == .done)
    #expect(scene.lines.map { $0.split(separator: "\t").last.map(String.init) } == wanted)
  }

  @Test("On a terminal the columns are aligned by cells")
  func aligned() async {
    let scene = CommandScene(["a.md": "# 日本\n", "b.md": "# Longer\n"])
    scene.isTerminal = true
    await scene.run("list")
    #expect(
      scene.lines == ["2026-03-02 10:29  Longer  b.md", "2026-03-02 10:29  日本    a.md"])
  }

  @Test("--json prints one array, --json-lines one object per line; no results give an empty array")
  func json() async {
    let scene = CommandScene(["a.md": "# Alpha\nfirst\n"])
    let note =
      #"{"path":"a.md","title":"Alpha","modified":"2026-03-02T10:29:59Z","snippet":"first","#
      + #""obstacle":null}"#
    await scene.run("list", "--json")
    #expect(scene.results == "[\n\(note)\n]\n")
    await scene.run("list", "--json-lines")
    #expect(scene.results == note + "\n")
    await scene.run("list", "--json", "--limit", "0")
    #expect(scene.results == "[]\n")
    await scene.run("list", "--json-lines", "--limit", "0")
    #expect(scene.results == "")
  }

  @Test("Control characters in names and titles do not reach the terminal")
  func hostile() async {
    let scene = CommandScene(["x\u{1b}[2J.md": "# a\tb\u{1b}]0;x\u{7}\n"])
    await scene.run("list")
    #expect(scene.results == "2026-03-02 10:29\ta^Ib^[]0;x^G\tx^[[2J.md\n")
    scene.isTerminal = true
    await scene.run("list")
    #expect(!scene.results.contains("\u{1b}"))
    await scene.run("list", "--json")
    #expect(!scene.results.contains("\u{1b}"))
  }

  @Test("show is exact in a pipe, escaped on a terminal, and an object in JSON")
  func show() async {
    let scene = CommandScene(["a.md": "x\u{1b}y\r\nlast"])
    #expect(await scene.run("show", "a.md") == .done)
    #expect(scene.results == "x\u{1b}y\r\nlast")
    await scene.run("show", "a", "--json")
    #expect(
      scene.results == #"{"path":"a.md","title":"a","modified":"2026-03-02T10:29:59Z","#
        + #""version":"0000000000000001","text":"x\u001by\r\nlast"}"# + "\n")
    scene.isTerminal = true
    await scene.run("show", "a")
    #expect(scene.results == "x^[y^M\nlast\n")
  }

  @Test("line D10: On a terminal only control characters are spelled out; all else is unchanged")
  func faithful() async {
    let text = "👨‍👩‍👧‍👦 👩🏽‍💻\tمی\u{200c}خواهم \u{1fae9}\u{e0b0} e\u{301}\n"
    let scene = CommandScene(["a.md": text + "x\u{202e}y\u{9b}"])
    scene.isTerminal = true
    await scene.run("show", "a")
    #expect(
      Array(scene.results.unicodeScalars) == Array((text + "x<U+202E>y<9B>\n").unicodeScalars))
  }

  private nonisolated static let finds: [(written: String, folder: String, path: String)] = [
    ("jobs/c.md", "/elsewhere", "third"), ("jobs/c", "/elsewhere", "third"),
    ("c.md", "/vault/jobs", "third"), ("./c.md", "/vault/jobs", "third"),
    ("../jobs/c", "/vault/jobs", "third"), ("/vault/jobs/c.md", "/elsewhere", "third"),
    ("Beta", "/elsewhere", "second"), ("BET", "/elsewhere", "second"),
  ]

  @Test(
    "A note is found by its path from the vault or current folder, its title, or a prefix",
    arguments: finds)
  func find(written: String, folder: String, text: String) async {
    let scene = CommandScene(Self.notes)
    scene.folder = folder
    #expect(await scene.run("show", written) == .done)
    #expect(scene.results.contains(text))
  }

  @Test("A missing note gives exit code 3, with similar names")
  func missing() async {
    let scene = CommandScene(["Groceries.md": "milk\n"])
    #expect(await scene.run("show", "Grocreies") == .notFound)
    #expect(scene.results == "")
    #expect(
      scene.messages == [
        "notes-tui: there is no note “Grocreies”.", "  Did you mean “Groceries”?",
      ])
    #expect(await scene.run("show", "/other/x.md") == .notFound)
  }

  @Test("An ambiguous name gives exit code 4 and a list, and changes nothing")
  func ambiguous() async {
    let scene = CommandScene(["plan a.md": "1\n", "plan b.md": "2\n"])
    #expect(await scene.run("trash", "plan") == .ambiguous)
    #expect(scene.messages.count == 3)
    #expect(scene.messages.contains("  plan a.md  plan a"))
    #expect(await scene.store.ids.count == 2)
  }

  @Test("A note named by its exact path is shown even if the index is broken")
  func withoutIndex() async {
    let scene = CommandScene(Self.notes)
    await scene.index.fail(next: .unusable(path: "index", reason: "broken"))
    #expect(await scene.run("show", "jobs/c.md") == .done)
    #expect(scene.results == "third\n")
    #expect(await scene.run("show", "Alpha") == .failed)
  }

  @Test("A path that names two notes, from the current folder and from the vault, is ambiguous")
  func twoPlaces() async {
    let scene = CommandScene(["x.md": "top\n", "jobs/x.md": "below\n"])
    scene.folder = "/vault/jobs"
    #expect(await scene.run("show", "x.md") == .ambiguous)
    #expect(await scene.run("show", "./x.md") == .done)
    #expect(scene.results == "below\n")
  }

  @Test("search prints path, line and excerpt, with matches in bold on a terminal")
  func search() async {
    let scene = CommandScene()
    scene.search = MemorySearch([
      SearchHit(
        id: NoteID("a.md"), title: "A", modified: scene.clock.now,
        lines: [
          .init(number: 3, text: "buy milk\u{7}", matches: [4..<8]),
          .init(number: 9, text: "more milk", matches: [5..<9]),
        ]),
      SearchHit(id: NoteID("milk.md"), title: "Milk", modified: scene.clock.now),
    ])
    #expect(await scene.run("search", "milk") == .done)
    #expect(scene.lines == ["a.md:3: buy milk^G", "milk.md: Milk"])
    scene.isTerminal = true
    await scene.run("search", "milk")
    #expect(scene.lines[0] == "a.md:3: buy \u{1b}[1mmilk\u{1b}[22m^G")
    await scene.run("search", "milk", "--paths")
    #expect(scene.lines == ["a.md", "milk.md"])
    await scene.run("search", "milk", "--json-lines")
    #expect(scene.lines[0].hasSuffix(#""line":3,"excerpt":"buy milk\u0007","matches":[[4,8]]}"#))
    let asked = await scene.search.asked
    #expect(asked.map(\.limit) == [100, 100, 100, 100])
    #expect(asked.map(\.excerpts) == [true, true, false, true])
  }

  @Test("search --save saves a query under a name, and @NAME runs it again")
  func savedSearch() async {
    let scene = CommandScene()
    #expect(await scene.run("search", "tag:work milk", "--save", " My  work ") == .done)
    #expect(scene.state.searches.value() == [SavedSearch(name: "My work", query: "tag:work milk")])
    #expect(scene.messages == ["notes-tui: saved: search \"@My work\" finds it again."])
    #expect(await scene.run("search", "@My work") == .done)
    let asked = await scene.search.asked
    #expect(asked.count == 2 && asked[0].query == asked[1].query)
    #expect(await scene.run("search", "@other") == .notFound)
    #expect(scene.messages[0].hasSuffix("there are: @My work."))
    #expect(await scene.run("search", "x", "--save", " ") == .usage)
    #expect(await scene.run("search", "(open", "--save", "bad") == .usage)
    #expect(scene.state.searches.value().count == 1)
  }

  @Test("An invalid query gives exit code 2, and a mark points at the error")
  func badQuery() async {
    let scene = CommandScene()
    #expect(await scene.run("search", "日本 (open") == .usage)
    #expect(scene.messages.count == 3)
    #expect(scene.messages[1] == "  日本 (open")
    #expect(scene.messages[2].hasSuffix("^"))
    #expect(scene.results == "")
  }

  @Test("search says that there are more results only without --limit")
  func more() async {
    let scene = CommandScene()
    let hit = SearchHit(id: NoteID("a.md"), title: "A", modified: scene.clock.now)
    scene.search = MemorySearch([hit], hasMore: true)
    await scene.run("search", "x")
    #expect(scene.messages.count == 1)
    await scene.run("search", "x", "--limit", "1")
    #expect(scene.messages == [])
  }

  @Test("A failed search gives exit code 1")
  func searchFails() async {
    let scene = CommandScene()
    scene.search = MemorySearch(.failure(.tooHard("a.md")))
    #expect(await scene.run("search", "/x/") == .failed)
    #expect(scene.messages.count == 1)
  }

  @Test("tags prints each tag with its number of notes")
  func tags() async {
    let scene = CommandScene()
    scene.links = MemoryLinks(tags: [
      TagCount(name: "home", notes: 2), TagCount(name: "work/x", notes: 11),
    ])
    #expect(await scene.run("tags") == .done)
    #expect(scene.lines == ["#home\t2", "#work/x\t11"])
    await scene.run("tags", "--json-lines")
    #expect(scene.lines[1] == #"{"name":"work/x","notes":11}"#)
  }

  @Test("Results that cannot be written give exit code 1 and a message")
  func fullDisk() async {
    let scene = CommandScene(Self.notes)
    scene.outputFails = "No space left on device"
    #expect(await scene.run("list") == .failed)
    #expect(
      scene.messages == [
        "notes-tui: the results could not be written: No space left on device."
      ])
  }

  @Test(
    "Commands that need no vault open none",
    arguments: [["completions", "bash"], ["keys"], ["config"]])
  func opensNone(words: [String]) async {
    let scene = CommandScene()
    #expect(await scene.run(words) == .done)
    #expect(scene.openings == 0 && !scene.results.isEmpty)
  }

  @Test(
    "Invalid command lines are refused before a vault is opened or made",
    arguments: [
      ["new"], ["new", "Plan", "--tag", "1"], ["write", "a"], ["task", "add", " "],
      ["task", "reschedule", "a", "fri"], ["tasks", "--due", "never"],
      ["tags", "rename", "x", "x"],
      ["prop", "set", "a", "status"], ["prop", "unset", "a", " "], ["prop", "rename", "x", " "],
      ["import", "evernote", "x", "--split-level", "9"],
      ["export", "zip", "x.zip", "--single"], ["conflicts", "merge"],
      ["sync", "--watch", "--expect", "1"], ["base", "query", "x", "--format", "csv", "--json"],
      ["undo", "--read-only"], ["encrypt", "--read-only"], ["passphrase", "--read-only"],
      ["rekey", "--recovery-key", "--take-back"],
    ])
  func refusedFirst(words: [String]) async {
    let scene = CommandScene(["a.md": "x\n"])
    #expect(await scene.run(words) == .usage)
    #expect(scene.openings == 0 && scene.messages.count == 1)
  }
}
