import Entities
import Services
import TestSupport
import Testing
import UseCases

@testable import Commands

@MainActor
@Suite("capture and clip")
struct CaptureCommandTests {
  private nonisolated static let texts: [(String, String?, [String], String)] = [
    ("call Ann", nil, [], "- call Ann\n"),
    ("  call Ann \r\n\r\nabout May\r\n\n", nil, [], "- call Ann \n\n  about May\n"),
    ("\n\n- [ ] pay\n- more", nil, [], "- [ ] pay\n  - more\n"),
    ("-5 degrees", nil, [], "- -5 degrees\n"),
    ("read", "https://a.example/b", [], "- read <https://a.example/b>\n"),
    ("read\nsoon", "x:y", [], "- read <x:y>\n  soon\n"),
    ("", "x:y", ["![[a.png]]"], "- <x:y>\n  ![[a.png]]\n"),
    (" \n", nil, ["![[a.png]]", "[[b.zip]]"], "- ![[a.png]]\n  [[b.zip]]\n"),
    (" \n\t\n", nil, [], ""),
  ]

  @Test("What is captured is an item, and its further lines belong to it", arguments: texts)
  func text(words: String, address: String?, links: [String], item: String) {
    let captured = CapturedText(Array(words.utf8), address: address, links: links)
    #expect(String(decoding: captured.bytes, as: UTF8.self) == item)
  }

  @Test("capture adds an item to the note of the setting, which it makes where it is missing")
  func capture() async {
    let scene = CommandScene(["Templates/Day.md": "# {{date:dddd}}\n"])
    #expect(await scene.run("capture", "call", "Ann") == .done)
    #expect(scene.results == "Inbox.md\n" && scene.messages == [])
    scene.input = "two\nlines"
    #expect(await scene.run("capture", "-", "--url", "https://a.example") == .done)
    #expect(await scene.run("capture", "--url", "https://b.example") == .done)
    #expect(
      await scene.store.text(of: NoteID("Inbox.md"))
        == "- call Ann\n- two <https://a.example>\n  lines\n- <https://b.example>\n")
    scene.settings = MemorySettings("capture-note = today\ndaily-template = Day\n")
    #expect(await scene.run("capture", "rain") == .done)
    #expect(await scene.store.text(of: NoteID("2026-03-02.md")) == "# Monday\n- rain\n")
    scene.settings = MemorySettings("capture-note = Log/In\n")
    #expect(await scene.run("capture", "sun") == .done)
    #expect(await scene.store.text(of: NoteID("Log/In.md")) == "- sun\n")
  }

  @Test("An attached file is copied into the vault and linked in the item")
  func attachment() async {
    let outside = TemporaryFolder()
    outside.write("b.png", "picture")
    let scene = CommandScene()
    #expect(await scene.run("capture", "--attach", outside.path("b.png")) == .done)
    #expect(await scene.run("capture", "look", "--attach", outside.path("b.png")) == .done)
    #expect(
      await scene.store.text(of: NoteID("Inbox.md")) == "- ![[b.png]]\n- look\n  ![[b.png]]\n")
    #expect(await scene.store.text(of: NoteID("b.png")) == "picture")
    #expect(await scene.run("capture", "x", "--attach", outside.path("none.png")) == .notFound)
    #expect(
      await scene.store.text(of: NoteID("Inbox.md")) == "- ![[b.png]]\n- look\n  ![[b.png]]\n")
  }

  private nonisolated static let refused: [([String], String, ExitCode)] = [
    (["capture"], "", .usage), (["capture", "-"], " \n", .usage), (["capture", " "], "", .usage),
    (["capture", "x", "--url", "no address"], "", .usage),
    (["capture", "x", "--url", "https://a.example/>\n# x"], "", .usage),
    (["capture", "x", "--url", ""], "", .usage),
    (["clip", "-"], "", .usage), (["clip", "-"], "<script>x</script>", .usage),
    (["clip", "page.html"], "<p>x", .usage), (["clip", "-", "--url", "a b"], "<p>x", .usage),
    (["clip", "-", "--tag", "a b"], "<p>x", .usage),
  ]

  @Test("What cannot be captured is refused, and nothing is written", arguments: refused)
  func refusal(words: [String], input: String, code: ExitCode) async {
    let scene = CommandScene()
    scene.input = input
    #expect(await scene.run(words) == code)
    #expect(scene.results == "" && scene.messages.count == 1, "\(scene.messages)")
    #expect(await scene.store.ids == [])
  }

  @Test("A setting that names no note in the vault is refused, and nothing is written")
  func badTarget() async {
    for name in ["../Outside", "/etc/notes", ".hidden/x", "a.png"] {
      let scene = CommandScene()
      scene.settings = MemorySettings("capture-note = \(name)\n")
      #expect(await scene.run("capture", "x") == .failed, "\(name)")
      #expect(scene.messages.first?.contains(name) == true, "\(scene.messages)")
      #expect(await scene.store.ids == [])
    }
  }

  @Test("Captures at the same time are all added")
  func together() async {
    let scene = CommandScene(["Inbox.md": "# In\n"])
    async let first = scene.run("capture", "one")
    async let second = scene.run("capture", "two")
    #expect(await (first, second) == (.done, .done))
    let text = await scene.store.text(of: NoteID("Inbox.md")) ?? ""
    #expect(text.split(separator: "\n").sorted() == ["# In", "- one", "- two"])
  }

  @Test("clip makes a note of a page under a free name, with its heading once")
  func clip() async {
    let scene = CommandScene(["Tea.md": "mine"])
    scene.input = "<title>Tea</title><body><h1>Tea</h1><p>is <b>hot</b></p><script>x</script>"
    let words = ["clip", "-", "--url", "https://a.example/tea", "--tag", "drink"]
    #expect(await scene.run(words) == .done)
    #expect(scene.results == "Tea 2.md\n" && scene.messages == [])
    #expect(
      await scene.store.text(of: NoteID("Tea 2.md"))
        == """
        ---
        tags: [drink]
        source: "https://a.example/tea"
        ---
        # Tea

        is **hot**

        """)
    scene.input = "<p>only words</p>"
    #expect(await scene.run("clip", "--folder", "in") == .done)
    #expect(await scene.store.text(of: NoteID("Tea.md")) == "mine")
    #expect(scene.results == "in/only words.md\n")
    #expect(await scene.store.text(of: NoteID("in/only words.md")) == "only words\n")
  }
}
