import Entities
import Files
import Glibc
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings

@testable import FileStore

@Suite("A list's arrangement is stored outside the vault")
struct ArrangementTests {
  private let state = TemporaryFolder()
  private let vault = VaultID(NotePath("/notes/mine"))

  private func files(_ seal: StateSeal = .none, disk: Disk = .real) -> StateFiles {
    StateFiles(stateFolder: Array(state.path.utf8), vault: vault, seal: seal, disk: disk)
  }

  private func kept(
    _ seal: StateSeal = .none, disk: Disk = .real
  ) -> StoredValue<ListArrangement> {
    files(seal, disk: disk).state().arrangement
  }

  private var names: [String] {
    guard let folder = try? PrivateFolder.open(Array(state.path("lists").utf8), making: false)
    else { return [] }
    return ((try? Posix.names(in: folder.raw)) ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Order and pins are restored for any bytes in the notes' names")
  func again() async throws {
    let pins: Set<NoteID> = [
      NoteID("a b.md"), NoteID(NotePath(bytes: [0xff, 0x0a, 0x25])), NoteID("é/日.md"),
    ]
    #expect(kept().value() == ListArrangement())
    let changed = try await kept().change {
      $0.order = .title
      $0.isReversed = true
      $0.share = 315
      $0.drawsPictures = true
      $0.pins = pins
    }
    #expect(kept().value() == changed)
    #expect(changed.order == .title && changed.isReversed && changed.pins == pins)
    #expect(changed.share == 315 && changed.drawsPictures)
    #expect(
      StateFiles(stateFolder: Array(state.path.utf8), vault: VaultID(NotePath("/else")))
        .state().arrangement.value() == ListArrangement())
  }

  @Test("A list follows the default order until the user changes its order")
  func standard() async throws {
    let kept = files().state(standard: .title).arrangement
    #expect(kept.value().order == .title)
    _ = try await kept.change { $0.pins.insert(NoteID("a.md")) }
    #expect(kept.value().order == .title)
    _ = try await kept.change { $0.order = .modified }
    #expect(kept.value().order == .modified)
  }

  @Test("A preloaded value is used once, and after a read or change the file is read")
  func preloaded() async throws {
    let other = kept()
    _ = try await other.change { $0.order = .title }
    let asked = other.preloaded()
    let changed = other.preloaded()
    _ = try await other.change { $0.order = .created }
    #expect(asked.value().order == .title)
    #expect(asked.value().order == .created)
    _ = try await changed.change { $0.isReversed = true }
    #expect(changed.value().order == .created)
  }

  @Test("A pin added by another run is not lost")
  func together() async throws {
    let (one, other) = (kept(), kept())
    _ = try await one.change { $0.pins.insert(NoteID("a.md")) }
    _ = try await other.change { $0.pins.insert(NoteID("b.md")) }
    _ = try await one.change { $0.order = .created }
    #expect(kept().value().pins == [NoteID("a.md"), NoteID("b.md")])
  }

  @Test("A change that changes nothing makes no file")
  func nothing() async throws {
    _ = try await kept().change { $0.follow([NoteMove(from: NoteID("a"), to: NoteID("b"))]) }
    #expect(names.isEmpty)
  }

  @Test(
    "A closed vault's pins are unreadable on disk, and a file with another key is ignored")
  func closed() async throws {
    _ = try await kept(.toy).change { $0.pins.insert(NoteID("secret.md")) }
    #expect(kept(.toy).value().pins == [NoteID("secret.md")])
    let name = try #require(names.first)
    let bytes = try Posix.contents(
      Array(state.path("lists/\(name)/list").utf8), in: Posix.noFolder)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    #expect(kept(.toy(key: 1)).value() == ListArrangement())
  }

  @Test("The arrangement moves from one seal to another and leaves no old file")
  func reseal() async throws {
    let before = try await kept().change { $0.pins.insert(NoteID("a.md")) }
    try files().reseal(to: files(.toy))
    #expect(kept(.toy).value() == before)
    #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix("-sealed") })
    try files(.toy).reseal(to: files())
    #expect(kept().value() == before)
    // There is nothing to convert.
    try files(.toy).reseal(to: files())
    #expect(kept().value() == before)
  }

  @Test("Malformed lines are ignored")
  func damaged() async throws {
    _ = try await kept().change { $0.order = .title }
    let name = try #require(names.first)
    state.write("lists/\(name)/list", "order sideways\n\npin\npin %zz\npin a.md\nreversed\nwhat\n")
    let read = kept().value()
    #expect(read.order == .modified && read.isReversed && read.pins == [NoteID("a.md")])
  }

  @Test("A write error is reported and leaves the saved arrangement unchanged")
  func refused() async throws {
    _ = try await kept().change { $0.order = .title }
    let name = try #require(names.first)
    state.write("lists/\(name)/list", "order created\n")
    let full = kept(disk: Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: { _ in 0 }))
    await #expect(throws: NoteStoreError.noSpace(NotePath("the order of the list"))) {
      _ = try await full.change { $0.order = .title }
    }
    #expect(kept().value().order == .created)
  }
}
