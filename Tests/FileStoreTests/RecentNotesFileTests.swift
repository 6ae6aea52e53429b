import Entities
import Files
import OpenVault
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The most recently opened notes")
struct RecentNotesFileTests {
  private let folder = TemporaryFolder()
  private let vault = VaultID(NotePath("/home/ada/notes"))

  private func file(_ seal: StateSeal = .none, disk: Disk = .real) -> StoredValue<RecentNotes> {
    StateFiles(
      stateFolder: Array(folder.path("state").utf8), vault: vault, seal: seal, disk: disk
    ).state().recent
  }

  private var place: String {
    let path = StateSeal.none.folder("recent", of: vault.path.bytes, in: [])
    return "state\(String(decoding: path, as: UTF8.self))/notes"
  }

  @Test("Recent notes are remembered by the next reader, latest first, each once")
  func remembers() async {
    #expect(file().value().notes == [])
    #expect(folder.names() == [])
    let odd = NoteID(NotePath(bytes: [0xff, 10, UInt8(ascii: "%"), UInt8(ascii: " ")]))
    for note in [NoteID("a.md"), NoteID("b.md"), odd, NoteID("a.md")] {
      _ = try? await file().change { $0.open(note) }
    }
    #expect(file().value().notes == [NoteID("a.md"), odd, NoteID("b.md")])
    #expect(folder.mode(place) == 0o600)
  }

  @Test("Used commands are remembered, latest first, each once, and only so many")
  func commands() async {
    func used() -> StoredValue<UsedCommands> {
      StateFiles(stateFolder: Array(folder.path("state").utf8), vault: vault).state().used
    }
    #expect(used().value() == UsedCommands())
    for name in ["quit", "put today's date in here", "50 %\n", "quit"] {
      _ = try? await used().change { $0.use(name) }
    }
    #expect(used().value() == UsedCommands(["quit", "50 %\n", "put today's date in here"]))
    for number in 0..<40 { _ = try? await used().change { $0.use("\(number)") } }
    #expect(used().value().names == (10..<40).reversed().map { "\($0)" })
  }

  @Test("Renamed notes stay at their position in the list")
  func follows() async throws {
    let move = { @Sendable (from: String, to: String) in
      NoteMove(from: NoteID(from), to: NoteID(to))
    }
    try await file().change { $0.follow([move("a.md", "b.md")]) }
    #expect(folder.names() == [])
    for name in ["c.md", "b.md", "a.md"] { _ = try? await file().change { $0.open(NoteID(name)) } }
    try await file().change {
      $0.follow([move("a.md", "b.md"), move("b.md", "f/a.md"), move("x.md", "y.md")])
    }
    #expect(file().value().notes == [NoteID("b.md"), NoteID("f/a.md"), NoteID("c.md")])
    try await file().change { $0.follow([move("b.md", "c.md")]) }
    #expect(file().value().notes == [NoteID("c.md"), NoteID("f/a.md")])
  }

  @Test("The number of recent notes is limited")
  func limit() async throws {
    for number in 0..<40 { try await file().change { $0.open(NoteID("\(number).md")) } }
    let recent = file().value().notes
    #expect(recent.count == RecentNotes.most)
    #expect(recent.first == NoteID("39.md"))
  }

  @Test("A damaged file is an empty list, and the next note starts a new one")
  func damaged() async {
    _ = try? await file().change { $0.open(NoteID("a.md")) }
    folder.write(place, "%zz\n\n%00\n")
    #expect(file().value().notes == [])
    _ = try? await file().change { $0.open(NoteID("b.md")) }
    #expect(file().value().notes == [NoteID("b.md")])
  }

  @Test("A state folder that cannot be written is left alone")
  func cannotWrite() async {
    folder.write("state", "a file where the folder would be\n")
    _ = try? await file().change { $0.open(NoteID("a.md")) }
    #expect(file().value().notes == [])
    #expect(folder.text("state") == "a file where the folder would be\n")
  }

  @Test("An encrypted vault's recent notes are sealed and separate from a plain vault's")
  func sealed() async throws {
    let seal = StateSeal(
      close: { $0.map { $0 ^ 0x55 } }, open: { $0.map { $0 ^ 0x55 } }, name: { _ in "x" })
    _ = try? await file(seal).change { $0.open(NoteID("canary.md")) }
    #expect(file(seal).value().notes == [NoteID("canary.md")])
    #expect(file().value().notes == [])
    let text = folder.text(place.replacing("/notes", with: "-sealed/notes"))
    #expect(text?.contains("canary") == false)
  }
}
