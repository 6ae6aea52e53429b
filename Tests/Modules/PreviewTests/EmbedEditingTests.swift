import Entities
import Markdown
import Services
import TestSupport
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: embeds edited in the preview")
struct EmbedEditingTests {
  private let work = Work()
  private let store = MemoryNoteStore([
    "host.md":
      "# Host\n\nSee [[other]]\n\n![[other#^id]]\n\n![[other]]\n\n![[#Own]]\n\n## Own\nmine\n",
    "other.md": "# Other\n\nthe words ^id\n\n![[deep]]\n", "deep.md": "deep\n",
  ])
  private let view = FakeView()
  private let wireframe = FakeWireframe()
  private let presenter: PreviewPresenter
  private let host = NoteID("host.md")
  private let other = NoteID("other.md")

  init() {
    let interactor = PreviewInteractor(
      store: store, index: MemoryIndex(store), links: nil, work: work)
    presenter = PreviewPresenter(
      interactor: interactor, wireframe: wireframe, didChange: wireframe.didChange)
    presenter.view = view
    _ = presenter.handle(.resize(PreviewRoom(rows: 30, columns: 60)))
  }

  private func show() async {
    presenter.show(host)
    await work.whenIdle()
  }

  private func press(_ commands: PreviewCommand...) async {
    for command in commands {
      _ = presenter.handle(command)
      await work.whenIdle()
    }
  }

  /// The words of all units.
  private var shown: [String] {
    guard let note = presenter.text?.note else { return [] }
    var words: [String] = []
    var index: UnitIndex? = note.first
    while let here = index {
      words.append(note.unit(at: here).words)
      index = note.index(after: here)
    }
    return words
  }

  @Test("The key edits the selected embed, or else the first visible one")
  func chooses() async {
    await show()
    await press(.edit)
    #expect(wireframe.heard == ["edit other#^id of other.md"])
    await press(.walk(1), .walk(1), .walk(1), .edit)
    #expect(wireframe.heard.last == "edit other of other.md")
    await press(.walk(1), .edit)
    #expect(view.state.message.text.hasPrefix("This is a link"))
    await press(.walk(1), .edit)
    #expect(wireframe.heard.last == "edit #Own of host.md")
    #expect(wireframe.heard.count == 3)
  }

  @Test("A save is reported to the parent and shown at once")
  func saves() async throws {
    await show()
    await press(.edit)
    let saved = try #require(wireframe.saved)
    let embed = try #require(wireframe.embed)
    let part = try #require(embed.part)
    let read = try await part.read(other)
    #expect(read.bytes == Array("the words".utf8))
    _ = try await part.save(Array("new words".utf8), to: other, replacing: read.stamp)
    saved()
    await work.whenIdle()
    #expect(wireframe.changed == ["other.md"])
    #expect(shown.contains("new words"))
    await press(.takeBack)
    #expect(await store.text(of: other)?.contains("the words ^id") == true)
    #expect(shown.contains("the words"))
    #expect(view.state.message.text == "other is as it was before.")
    #expect(wireframe.changed == ["other.md", "other.md"])
    await press(.takeBack)
    #expect(await store.text(of: other)?.contains("the words ^id") == true)
  }

  @Test("An undo does not remove what other programs wrote there since")
  func staysChanged() async throws {
    await show()
    await press(.edit)
    let embed = try #require(wireframe.embed)
    let part = try #require(embed.part)
    let read = try await part.read(other)
    _ = try await part.save(Array("new".utf8), to: other, replacing: read.stamp)
    wireframe.saved?()
    await store.change(other, to: "# Other\n\ntheirs ^id\n")
    await press(.takeBack)
    #expect(view.state.message.isWarning)
    #expect(view.state.message.text == NoteStoreError.changedOutside(other.path).message)
    #expect(await store.text(of: other) == "# Other\n\ntheirs ^id\n")
  }

  @Test("The undo key is passed on if nothing was edited; a whole embedded note has its own undo")
  func nothingToTakeBack() async throws {
    await show()
    #expect(!presenter.handle(.takeBack))
    await press(.walk(1), .walk(1), .walk(1), .edit)
    let embed = try #require(wireframe.embed)
    #expect(embed.part == nil)
    wireframe.saved?()
    await work.whenIdle()
    #expect(!presenter.handle(.takeBack))
    #expect(view.state.message.text == "")
  }

  @Test("A missing or unreadable part is reported, and no box opens")
  func fails() async {
    await show()
    await store.change(other, to: "# Other\n")
    await press(.edit)
    #expect(view.state.message.text.contains("has no text to write in, or is gone"))
    await store.fail(next: .notPermitted(other.path, action: "read"))
    await press(.edit)
    #expect(
      view.state.message.text == NoteStoreError.notPermitted(other.path, action: "read").message)
    await store.remove(other)
    await press(.edit)
    #expect(view.state.message.text.contains("is gone"))
    #expect(wireframe.heard == [])
  }

  @Test("The key is passed on without a visible embed, and works in a text that is being written")
  func none() async {
    presenter.show(NoteID("deep.md"))
    await work.whenIdle()
    #expect(!presenter.handle(.edit))
    presenter.show(WrittenText("words\n\n![[deep]]\n"), from: 0, hiddenBytes: 0)
    await work.whenIdle()
    await press(.edit)
    #expect(wireframe.heard == ["edit deep of deep.md"])
  }
}

private struct WrittenText: PreviewSource {
  var note: NoteID? { nil }
  let text: String
  init(_ text: String) { self.text = text }
  var title: String { "written" }
  func bytes(atMost limit: Int) -> [UInt8] { Array(text.utf8.prefix(limit)) }
  func isSameText(as other: any PreviewSource) -> Bool {
    (other as? WrittenText)?.text == text
  }
}
