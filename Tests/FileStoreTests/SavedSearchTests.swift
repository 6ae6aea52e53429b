import Entities
import Files
import Glibc
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings

@testable import FileStore

@Suite("Named searches are stored outside the vault")
struct SavedSearchTests {
  private let state = TemporaryFolder()
  private let vault = VaultID(NotePath("/notes/mine"))

  private func files(_ seal: StateSeal = .none, disk: Disk = .real) -> StateFiles {
    StateFiles(stateFolder: Array(state.path.utf8), vault: vault, seal: seal, disk: disk)
  }

  private func kept(
    _ seal: StateSeal = .none, disk: Disk = .real
  ) -> StoredValue<[SavedSearch]> {
    files(seal, disk: disk).state().searches
  }

  private var names: [String] {
    guard let folder = try? PrivateFolder.open(Array(state.path("searches").utf8), making: false)
    else { return [] }
    return ((try? Posix.names(in: folder.raw)) ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  private let odd = SavedSearch(name: "à % 日", query: "/a\\n b/ -tag:#x \"é\"")

  @Test("Saved searches are read back sorted by name with any content")
  func again() async throws {
    #expect(kept().value() == [])
    _ = try await kept().change(.keep(odd))
    let one = SavedSearch(name: "One", query: "a")
    #expect(try await kept().change(.keep(one)) == [one, odd])
    #expect(kept().value() == [one, odd])
    #expect(
      StateFiles(stateFolder: Array(state.path.utf8), vault: VaultID(NotePath("/else")))
        .state().searches.value() == [])
  }

  static let cases: [(SavedSearchChange, [String])] = [
    (.keep(SavedSearch(name: "b", query: "3")), ["a=1", "b=3"]),
    (.keep(SavedSearch(name: "A", query: "3")), ["A=3", "a=1", "b=2"]),
    (.rename("a", to: "c"), ["b=2", "c=1"]), (.rename("a", to: "b"), ["b=1"]),
    (.rename("none", to: "b"), ["a=1", "b=2"]), (.rename("a", to: "a"), ["a=1", "b=2"]),
    (.forget("a"), ["b=2"]), (.forget("none"), ["a=1", "b=2"]),
  ]

  @Test("A change applies to the currently stored searches", arguments: cases)
  func changes(change: SavedSearchChange, wanted: [String]) async throws {
    _ = try await kept().change(.keep(SavedSearch(name: "b", query: "2")))
    _ = try await kept().change(.keep(SavedSearch(name: "a", query: "1")))
    let after = try await kept().change(change)
    #expect(after.map { "\($0.name)=\($0.query)" } == wanted)
    #expect(kept().value() == after)
  }

  @Test("A closed vault's searches are unreadable on disk and can be moved to another seal")
  func closed() async throws {
    _ = try await kept(.toy).change(.keep(SavedSearch(name: "secret", query: "secret")))
    let name = try #require(names.first)
    let bytes = try Posix.contents(
      Array(state.path("searches/\(name)/searches").utf8), in: Posix.noFolder)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    #expect(kept(.toy(key: 1)).value() == [])
    try files(.toy).reseal(to: files())
    #expect(kept().value().map(\.name) == ["secret"])
    #expect(names.count == 1)
  }

  @Test("Malformed lines are ignored")
  func damaged() async throws {
    _ = try await kept().change(.keep(odd))
    let name = try #require(names.first)
    state.write("searches/\(name)/searches", "one\n\n%zz a\na b c\n%20 x\ngood tag:x\n")
    #expect(kept().value() == [SavedSearch(name: "good", query: "tag:x")])
  }

  @Test("A full disk is reported and leaves the saved searches unchanged")
  func refused() async throws {
    _ = try await kept().change(.keep(odd))
    let full = kept(disk: Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: { _ in 0 }))
    await #expect(throws: NoteStoreError.noSpace(NotePath("the saved searches"))) {
      _ = try await full.change(.keep(SavedSearch(name: "b", query: "2")))
    }
    #expect(kept().value() == [odd])
  }
}
