import Commands
import Entities
import Services
import TestSupport
import Testing

@MainActor
@Suite("Renaming a tag by a command")
struct TagCommandTests {
  private func change(_ note: String, _ text: String, line: Int = 1) -> NoteChange {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex(of: UInt8(ascii: "#")).map { $0 + 1 } ?? 0
    let place = start..<(start + 4)
    return NoteChange(
      note: NoteID(note), title: note,
      pieces: [
        NoteChange.Piece(
          range: place, old: Array(bytes[place]), new: Array("job".utf8), line: line,
          context: text, contextRange: place)
      ])
  }

  private func scene() async -> CommandScene {
    let scene = CommandScene(["a.md": "the #work here", "b.md": "#work/plan"])
    scene.links = MemoryLinks(tags: [
      TagCount(name: "idea", notes: 1), TagCount(name: "work", notes: 2),
    ])
    await scene.changes.give([change("a.md", "the #work here"), change("b.md", "#work/plan")])
    return scene
  }

  @Test("All notes are changed, and each changed line is printed", arguments: ["work", "#work"])
  func renames(tag: String) async {
    let scene = await scene()
    #expect(await scene.run("tags", "rename", tag, "#job") == .done)
    #expect(scene.lines == ["a.md:1: the #job here", "b.md:1: #job/plan"])
    #expect(scene.messages == [])
    #expect(await scene.changes.asked == ["#work to #job"])
    #expect(await scene.store.text(of: NoteID("a.md")) == "the #job here")
    #expect(await scene.store.text(of: NoteID("b.md")) == "#job/plan")
  }

  @Test("--dry-run prints the lines and changes nothing")
  func tries() async {
    let scene = await scene()
    #expect(await scene.run("tags", "rename", "work", "job", "--dry-run") == .done)
    #expect(
      scene.changedLines == [
        "--- a/a.md", "+++ b/a.md", "-the #work here", "+the #job here",
        "--- a/b.md", "+++ b/b.md", "-#work/plan", "+#job/plan",
      ])
    #expect(await scene.store.text(of: NoteID("a.md")) == "the #work here")
  }

  @Test("JSON has the fields that the command table names")
  func json() async {
    let scene = await scene()
    await scene.run("tags", "rename", "work", "job", "--dry-run", "--json-lines")
    #expect(
      scene.lines.first
        == #"{"path":"a.md","title":"a.md","line":1,"old":"work","new":"job","#
        + #""context":"the #job here"}"#)
    await scene.run("tags", "rename", "work", "job", "--json")
    #expect(scene.results.hasPrefix("[\n{") && scene.results.hasSuffix("}\n]\n"))
  }

  @Test("A renamed file is printed with both names, and its lines under the current name")
  func files() async {
    let (old, new) = ("20230101T101010--x__work.md", "20230101T101010--x__job.md")
    let scene = CommandScene([old: "the #work here"])
    scene.links = MemoryLinks(tags: [TagCount(name: "work", notes: 1)])
    var given = change(old, "the #work here")
    given.newName = NoteID(new)
    await scene.changes.give([given])
    #expect(await scene.run("tags", "rename", "work", "job", "--dry-run") == .done)
    #expect(
      scene.changedLines
        == ["--- a/\(old)", "+++ b/\(new)", "-the #work here", "+the #job here"])
    #expect(await scene.run("tags", "rename", "work", "job", "--dry-run", "--json-lines") == .done)
    #expect(
      scene.lines.last
        == #"{"path":"\#(old)","title":"\#(old)","line":null,"old":"\#(old)","new":"\#(new)","#
        + #""context":"\#(new)"}"#)
    #expect(await scene.run("tags", "rename", "work", "job") == .done)
    #expect(scene.lines == ["\(new):1: the #job here", "\(old) -> \(new)"])
  }

  @Test("A message says that two tags become one")
  func merges() async {
    let scene = await scene()
    #expect(await scene.run("tags", "rename", "work", "Idea", "--dry-run") == .done)
    #expect(
      scene.messages == [
        "notes-tui: #Idea was there before: the two would be one.",
        "notes-tui: dry run: nothing was changed.",
      ])
    #expect(await scene.run("tags", "rename", "work", "idea") == .done)
    #expect(scene.messages == ["notes-tui: #idea was there before: the two are one."])
  }

  private nonisolated static let refused: [([String], ExitCode, String)] = [
    (["work", "work"], .usage, "#work is already its name."),
    (["work", "two words"], .usage, "is not a valid tag"),
    (["work", "12"], .usage, "is not a valid tag"),
    (["work"], .usage, "NEW"),
    (["work", "job", "more"], .usage, "more"),
  ]

  @Test("Invalid arguments are refused before anything is read", arguments: refused)
  func refuses(words: [String], code: ExitCode, said: String) async {
    let scene = await scene()
    #expect(await scene.run(["tags", "rename"] + words) == code)
    #expect(scene.messages.count == 1 && scene.messages[0].contains(said))
    #expect(await scene.changes.asked == [])
  }

  @Test("A tag without notes gives exit code 3")
  func missing() async {
    let scene = await scene()
    await scene.changes.give([])
    #expect(await scene.run("tags", "rename", "gone", "job") == .notFound)
    #expect(scene.messages == ["notes-tui: no note has #gone."])
    #expect(scene.lines == [])
  }

  @Test("If a note changed meanwhile, no note is changed, and the exit code is 6")
  func conflict() async {
    let scene = await scene()
    await scene.store.change(NoteID("b.md"), to: "other")
    #expect(await scene.run("tags", "rename", "work", "job") == .unexpected)
    #expect(await scene.store.text(of: NoteID("a.md")) == "the #work here")
    #expect(scene.lines == [])
  }

  @Test("Unreadable tags and a read-only vault give exit code 1")
  func fails() async {
    let scene = await scene()
    await scene.links.fail(next: .unusable(path: "/x", reason: "no"))
    #expect(await scene.run("tags", "rename", "work", "job") == .failed)
    await scene.changes.fail(next: .unusable(path: "/x", reason: "no"))
    #expect(await scene.run("tags", "rename", "work", "job") == .failed)
    scene.isReadOnly = true
    #expect(await scene.run("tags", "rename", "work", "job") == .failed)
    #expect(await scene.store.text(of: NoteID("a.md")) == "the #work here")
  }

  @Test("A failed index update is reported, and the tag is still renamed")
  func indexFails() async {
    let scene = await scene()
    await scene.index.fail(next: .unusable(path: "/x", reason: "no"))
    #expect(await scene.run("tags", "rename", "work", "job") == .done)
    #expect(scene.messages.count == 1)
    #expect(scene.lines.count == 2)
  }
}
