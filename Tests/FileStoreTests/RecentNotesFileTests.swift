import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The notes that were opened last")
struct RecentNotesFileTests {
  private let folder = TemporaryFolder()
  private let vault = VaultID(NotePath("/home/ada/notes"))

  private func file(_ seal: StateSeal = .none, disk: Disk = .real) -> RecentNotesFile {
    RecentNotesFile(
      stateFolder: Array(folder.path("state").utf8), vault: vault, seal: seal, disk: disk)
  }

  private var place: String {
    let path = StateSeal.none.folder("recent", of: vault.path.bytes, in: [])
    return "state\(String(decoding: path, as: UTF8.self))/notes"
  }

  @Test("They are known again by the next who asks, the latest first, each once")
  func remembers() async {
    #expect(await file().recent() == [])
    #expect(folder.names() == [])
    let odd = NoteID(NotePath(bytes: [0xff, 10, UInt8(ascii: "%"), UInt8(ascii: " ")]))
    for note in [NoteID("a.md"), NoteID("b.md"), odd, NoteID("a.md")] {
      await file().wasOpened(note)
    }
    #expect(await file().recent() == [NoteID("a.md"), odd, NoteID("b.md")])
    #expect(folder.mode(place) == 0o600)
  }

  @Test("Notes that get other names stand where they stood")
  func follows() async {
    let move = { (from: String, to: String) in NoteMove(from: NoteID(from), to: NoteID(to)) }
    await file().follow([move("a.md", "b.md")])
    #expect(folder.names() == [])
    for name in ["c.md", "b.md", "a.md"] { await file().wasOpened(NoteID(name)) }
    await file().follow([move("a.md", "b.md"), move("b.md", "f/a.md"), move("x.md", "y.md")])
    #expect(await file().recent() == [NoteID("b.md"), NoteID("f/a.md"), NoteID("c.md")])
    await file().follow([move("b.md", "c.md")])
    #expect(await file().recent() == [NoteID("c.md"), NoteID("f/a.md")])
  }

  @Test("No more than some are kept")
  func limit() async {
    for number in 0..<40 { await file().wasOpened(NoteID("\(number).md")) }
    let recent = await file().recent()
    #expect(recent.count == PassingRecentNotes.most)
    #expect(recent.first == NoteID("39.md"))
  }

  @Test("A damaged file is no list, and the next note begins it anew")
  func damaged() async {
    await file().wasOpened(NoteID("a.md"))
    folder.write(place, "%zz\n\n%00\n")
    #expect(await file().recent() == [])
    await file().wasOpened(NoteID("b.md"))
    #expect(await file().recent() == [NoteID("b.md")])
  }

  @Test("Where nothing can be written nothing happens")
  func cannotWrite() async {
    folder.write("state", "a file where the folder would be\n")
    await file().wasOpened(NoteID("a.md"))
    #expect(await file().recent() == [])
    #expect(folder.text("state") == "a file where the folder would be\n")
  }

  @Test("Of an encrypted vault it is closed, and apart from that of a plain one")
  func sealed() async throws {
    let seal = StateSeal(
      close: { $0.map { $0 ^ 0x55 } }, open: { $0.map { $0 ^ 0x55 } }, name: { _ in "x" })
    await file(seal).wasOpened(NoteID("canary.md"))
    #expect(await file(seal).recent() == [NoteID("canary.md")])
    #expect(await file().recent() == [])
    let text = folder.text(place.replacing("/notes", with: "-sealed/notes"))
    #expect(text?.contains("canary") == false)
  }
}
