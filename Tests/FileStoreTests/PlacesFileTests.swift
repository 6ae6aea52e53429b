import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Where notes were left")
struct PlacesFileTests {
  private let folder = TemporaryFolder()
  private let vault = VaultID(NotePath("/home/ada/notes"))

  private func file(_ seal: StateSeal = .none) -> PlacesFile {
    PlacesFile(stateFolder: Array(folder.path("state").utf8), vault: vault, seal: seal)
  }

  private var path: String {
    let path = StateSeal.none.folder("recent", of: vault.path.bytes, in: [])
    return "state\(String(decoding: path, as: UTF8.self))/places"
  }

  @Test("They are known again by the next who asks, each note's own and the latest")
  func remembers() async {
    #expect(await file().place(of: NoteID("a.md")) == nil)
    #expect(folder.names() == [])
    let odd = NoteID(NotePath(bytes: [0xff, 10, UInt8(ascii: "%"), UInt8(ascii: " "), 0x39]))
    await file().keep(NotePlace(cursor: 7, top: 3), of: NoteID("a.md"))
    await file().keep(NotePlace(cursor: 8, top: 0), of: odd)
    await file().keep(NotePlace(cursor: 9, top: 4), of: NoteID("a.md"))
    #expect(await file().place(of: NoteID("a.md")) == NotePlace(cursor: 9, top: 4))
    #expect(await file().place(of: odd) == NotePlace(cursor: 8, top: 0))
    #expect(await file().place(of: NoteID("a")) == nil)
    #expect(folder.mode(path) == 0o600)
  }

  @Test("They go along with notes that get other names, two that change theirs too")
  func follows() async {
    for (number, name) in ["a.md", "b c.md", "d.md", "e.md"].enumerated() {
      await file().keep(NotePlace(cursor: number + 1, top: 0), of: NoteID(name))
    }
    let move = { (from: String, to: String) in NoteMove(from: NoteID(from), to: NoteID(to)) }
    await file().follow([move("a.md", "b c.md"), move("b c.md", "a.md"), move("d.md", "f/e.md")])
    #expect(await file().place(of: NoteID("a.md"))?.cursor == 2)
    #expect(await file().place(of: NoteID("b c.md"))?.cursor == 1)
    #expect(await file().place(of: NoteID("d.md")) == nil)
    #expect(await file().place(of: NoteID("f/e.md"))?.cursor == 3)
    // What was kept of a note that is gone is not of the one that has its name now.
    await file().follow([move("b c.md", "e.md"), move("none.md", "a.md")])
    #expect(await file().place(of: NoteID("e.md"))?.cursor == 1)
    #expect(await file().place(of: NoteID("a.md")) == nil)
    #expect(folder.text(path)?.split(separator: "\n").count == 2)
  }

  @Test("No more than some are kept, and those that were left last")
  func limit() async {
    let notes = (0...PlacesFile.most).map { NoteID("\($0).md") }
    for (number, note) in notes.enumerated() {
      await file().keep(NotePlace(cursor: number, top: 0), of: note)
    }
    #expect(folder.text(path)?.split(separator: "\n").count == PlacesFile.most)
    #expect(await file().place(of: notes[0]) == nil)
    #expect(await file().place(of: notes[1]) == NotePlace(cursor: 1, top: 0))
  }

  @Test("Lines that say nothing are passed over, and a note with a lock of its own is not told of")
  func damaged() async {
    await file().keep(NotePlace(cursor: 5, top: 1), of: NoteID("a.md"))
    folder.write(path, "b.md x y\n\nc.md -1 2\nd.md 99999999999999999999 1\ne.md 4 2\n")
    for name in ["a.md", "b.md", "c.md", "d.md"] {
      #expect(await file().place(of: NoteID(name)) == nil)
    }
    #expect(await file().place(of: NoteID("e.md")) == NotePlace(cursor: 4, top: 2))
    await file().keep(NotePlace(cursor: 1, top: 1), of: NoteID("Diary.md.age"))
    #expect(folder.text(path)?.contains("Diary") == false)
  }

  @Test("Of an encrypted vault they are closed, and apart from those of a plain one")
  func sealed() async {
    let seal = StateSeal(
      close: { $0.map { $0 ^ 0x55 } }, open: { $0.map { $0 ^ 0x55 } }, name: { _ in "x" })
    await file(seal).keep(NotePlace(cursor: 3, top: 2), of: NoteID("canary.md"))
    #expect(await file(seal).place(of: NoteID("canary.md")) == NotePlace(cursor: 3, top: 2))
    #expect(await file().place(of: NoteID("canary.md")) == nil)
    let text = folder.text(path.replacing("/places", with: "-sealed/places"))
    #expect(text?.contains("canary") == false)
  }
}
