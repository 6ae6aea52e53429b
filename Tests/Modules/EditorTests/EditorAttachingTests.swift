import Entities
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import UseCases
import Viper

@testable import Editor

@MainActor
@Suite("Editor: attaching files")
struct EditorAttachingTests {
  private let picture = NoteID("p.png")

  private func attach(_ bench: EditorBench, _ file: String = "") {
    bench.presenter.handle(.run(Invocation(.attachFile, argument: file)))
  }

  @Test("Attaching a file copies it and replaces the selection with a link to it")
  func attaches() async {
    let bench = await EditorBench.on("one two\n")
    bench.press("C-S-Right")
    attach(bench)
    #expect(bench.wireframe.asked == ["A file, which is copied into the vault:"])
    bench.wireframe.answer(.typed("/p.png"))
    await bench.settle()
    #expect(bench.marked == "![[p.png]]| two\n")
    #expect((try? await bench.store.read(picture))?.bytes == [1, 0, 255])
    #expect(bench.message == "p.png is in the vault. Undo takes back only the link.")
    bench.press("C-z")
    #expect(bench.text == "one two\n")
    #expect(await bench.store.ids == [EditorBench.note, picture])
    attach(bench, "/p.png")
    await bench.settle()
    #expect(bench.message == "p.png was there already, and is linked here.")
  }

  @Test("Attaching a missing file or no file changes nothing")
  func refuses() async {
    let bench = await EditorBench.on("one")
    for (typed, message) in [("/none.png", "/none.png is not there."), ("  ", "")] {
      attach(bench)
      bench.wireframe.answer(.typed(typed))
      await bench.settle()
      #expect(bench.message == message)
    }
    #expect(bench.marked == "|one")
    #expect(await bench.store.ids.count == 1)
  }

  @Test("Attaching saves a new note first, and does nothing in a read-only vault")
  func notYet() async {
    let new = EditorBench(.newNote(folder: nil), [:])
    await new.open()
    attach(new)
    #expect(new.message == "Save the note first to attach a file.")
    let read = EditorBench(.note(EditorBench.note), ["a.md": "one"], isReadOnly: true)
    await read.open()
    attach(read)
    #expect(read.message == "Read-only: the note is not changed.")
    #expect(read.wireframe.asked == [])
  }

  @Test("vim's :attach takes the file named after it")
  func vim() async {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": "one"], keymap: .vim)
    await bench.open()
    bench.type(":att /p.png")
    bench.press("Enter")
    await bench.settle()
    #expect(bench.marked.contains("![[p.png]]"))
    bench.press("u")
    #expect(bench.interactor.text.bytes == Array("one".utf8))
  }
}
