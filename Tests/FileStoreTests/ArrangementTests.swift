import Entities
import Files
import Glibc
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings

@testable import FileStore

@Suite("How a list is arranged is kept beside the vault")
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

  @Test("Order and pins are there again, whatever bytes the notes' names have")
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

  @Test("A list that nobody arranged stands in the order that is set, until somebody does")
  func standard() async throws {
    let kept = files().state(standard: .title).arrangement
    #expect(kept.value().order == .title)
    _ = try await kept.change { $0.pins.insert(NoteID("a.md")) }
    #expect(kept.value().order == .title)
    _ = try await kept.change { $0.order = .modified }
    #expect(kept.value().order == .modified)
  }

  @Test("One that is preloaded is read at once, and from the file once it was asked for or changed")
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

  @Test("What another run pinned meanwhile stays")
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
    "A closed vault's pins cannot be read on the disk, and a file of another key is passed over")
  func closed() async throws {
    _ = try await kept(.toy).change { $0.pins.insert(NoteID("secret.md")) }
    #expect(kept(.toy).value().pins == [NoteID("secret.md")])
    let name = try #require(names.first)
    let bytes = try Posix.contents(
      Array(state.path("lists/\(name)/list").utf8), in: Posix.noFolder)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    #expect(kept(.toy(key: 1)).value() == ListArrangement())
  }

  @Test("It goes from one seal to another, and nothing of the old is left")
  func reseal() async throws {
    let before = try await kept().change { $0.pins.insert(NoteID("a.md")) }
    try files().reseal(to: files(.toy))
    #expect(kept(.toy).value() == before)
    #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix("-sealed") })
    try files(.toy).reseal(to: files())
    #expect(kept().value() == before)
    // Nothing kept is nothing to convert.
    try files(.toy).reseal(to: files())
    #expect(kept().value() == before)
  }

  @Test("Lines that say nothing are passed over")
  func damaged() async throws {
    _ = try await kept().change { $0.order = .title }
    let name = try #require(names.first)
    state.write("lists/\(name)/list", "order sideways\n\npin\npin %zz\npin a.md\nreversed\nwhat\n")
    let read = kept().value()
    #expect(read.order == .modified && read.isReversed && read.pins == [NoteID("a.md")])
  }

  @Test("A folder that cannot be written is said, and what was kept stays")
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
