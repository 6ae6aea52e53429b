import Entities
import Files
import OpenVault
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The last position in each note")
struct PlacesFileTests {
  private let folder = TemporaryFolder()
  private let vault = VaultID(NotePath("/home/ada/notes"))

  private func file(_ seal: StateSeal = .none) -> StoredValue<NotePositions> {
    StateFiles(stateFolder: Array(folder.path("state").utf8), vault: vault, seal: seal)
      .state().positions
  }

  private var path: String {
    let path = StateSeal.none.folder("recent", of: vault.path.bytes, in: [])
    return "state\(String(decoding: path, as: UTF8.self))/places"
  }

  @Test("Each note's latest position is remembered by the next reader")
  func remembers() async throws {
    #expect(file().value()[NoteID("a.md")] == nil)
    #expect(folder.names() == [])
    let odd = NoteID(NotePath(bytes: [0xff, 10, UInt8(ascii: "%"), UInt8(ascii: " "), 0x39]))
    try await file().change { $0.leave(NoteID("a.md"), at: NotePosition(cursor: 7, top: 3)) }
    try await file().change { $0.leave(odd, at: NotePosition(cursor: 8, top: 0)) }
    try await file().change { $0.leave(NoteID("a.md"), at: NotePosition(cursor: 9, top: 4)) }
    #expect(file().value()[NoteID("a.md")] == NotePosition(cursor: 9, top: 4))
    #expect(file().value()[odd] == NotePosition(cursor: 8, top: 0))
    #expect(file().value()[NoteID("a")] == nil)
    #expect(folder.mode(path) == 0o600)
  }

  @Test("Positions follow renamed notes, including two that swap names")
  func follows() async throws {
    for (number, name) in ["a.md", "b c.md", "d.md", "e.md"].enumerated() {
      try await file().change {
        $0.leave(NoteID(name), at: NotePosition(cursor: number + 1, top: 0))
      }
    }
    let move = { @Sendable (from: String, to: String) in
      NoteMove(from: NoteID(from), to: NoteID(to))
    }
    try await file().change {
      $0.follow([move("a.md", "b c.md"), move("b c.md", "a.md"), move("d.md", "f/e.md")])
    }
    #expect(file().value()[NoteID("a.md")]?.cursor == 2)
    #expect(file().value()[NoteID("b c.md")]?.cursor == 1)
    #expect(file().value()[NoteID("d.md")] == nil)
    #expect(file().value()[NoteID("f/e.md")]?.cursor == 3)
    // A removed note's position does not go to the note that has its name now.
    try await file().change { $0.follow([move("b c.md", "e.md"), move("none.md", "a.md")]) }
    #expect(file().value()[NoteID("e.md")]?.cursor == 1)
    #expect(file().value()[NoteID("a.md")] == nil)
    #expect(folder.text(path)?.split(separator: "\n").count == 2)
  }

  @Test("The number of positions is limited to the most recent")
  func limit() async throws {
    let notes = (0...NotePositions.most).map { NoteID("\($0).md") }
    for (number, note) in notes.enumerated() {
      try await file().change { $0.leave(note, at: NotePosition(cursor: number, top: 0)) }
    }
    #expect(folder.text(path)?.split(separator: "\n").count == NotePositions.most)
    #expect(file().value()[notes[0]] == nil)
    #expect(file().value()[notes[1]] == NotePosition(cursor: 1, top: 0))
  }

  @Test("Malformed lines are ignored, and a locked note's position is not recorded")
  func damaged() async throws {
    try await file().change { $0.leave(NoteID("a.md"), at: NotePosition(cursor: 5, top: 1)) }
    folder.write(path, "b.md x y\n\nc.md -1 2\nd.md 99999999999999999999 1\ne.md 4 2\n")
    for name in ["a.md", "b.md", "c.md", "d.md"] {
      #expect(file().value()[NoteID(name)] == nil)
    }
    #expect(file().value()[NoteID("e.md")] == NotePosition(cursor: 4, top: 2))
    try await file().change {
      $0.leave(NoteID("Diary.md.age"), at: NotePosition(cursor: 1, top: 1))
    }
    #expect(folder.text(path)?.contains("Diary") == false)
  }

  @Test("An encrypted vault's positions are sealed and separate from a plain vault's")
  func sealed() async throws {
    let seal = StateSeal(
      close: { $0.map { $0 ^ 0x55 } }, open: { $0.map { $0 ^ 0x55 } }, name: { _ in "x" })
    try await file(seal).change {
      $0.leave(NoteID("canary.md"), at: NotePosition(cursor: 3, top: 2))
    }
    #expect(file(seal).value()[NoteID("canary.md")] == NotePosition(cursor: 3, top: 2))
    #expect(file().value()[NoteID("canary.md")] == nil)
    let text = folder.text(path.replacing("/places", with: "-sealed/places"))
    #expect(text?.contains("canary") == false)
  }
}
