import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Rewriting notes that are renamed")
struct RewriteMovingTests {
  private let bench = Bench()
  private let state = TemporaryFolder()
  private static let old = "20230101T101010--x__work.md"
  private static let new = "20230101T101010--x__job.md"

  private static let before = [
    old: "#work [[20230101T101010--x__work]]\nline\n",
    "b.md": "#work [[20230101T101010--x__work]] and [x](20230101T101010--x__work.md)\n",
    "c.md": "[x](denote:20230101T101010) [[20230101T101010--x__work|y]]\n", "d.md": "nothing\n",
  ]
  private static let after = [
    new: "#job [[20230101T101010--x__job]]\nline\n",
    "b.md": "#job [[20230101T101010--x__job]] and [x](20230101T101010--x__job.md)\n",
    "c.md": "[x](denote:20230101T101010) [[20230101T101010--x__job|y]]\n", "d.md": "nothing\n",
  ]

  init() { for (name, text) in Self.before { bench.folder.write(name, text) } }

  private func notes(_ disk: Disk = .real) -> FolderMoves {
    FolderMoves(
      VaultFolder(root: bench.folder.bytes, clock: bench.clock, disk: disk),
      journal: state.bytes + Array("/moves".utf8), rewriter: .links { _ in [] })
  }

  private var tree: [String: String] {
    Dictionary(
      uniqueKeysWithValues: bench.folder.names().filter { $0.hasSuffix(".md") }.map {
        ($0, bench.folder.text($0) ?? "?")
      })
  }

  private func changes() -> [NoteChange] {
    [Self.old, "b.md"].map { name in
      var change = NoteChange.replacing(
        Array("#work".utf8), by: Array("#job".utf8),
        in: Array((bench.folder.text(name) ?? "").utf8), of: NoteID(name))
      if name == Self.old { change.newName = NoteID(Self.new) }
      return change
    }
  }

  private func expectTidy(_ location: SourceLocation = #_sourceLocation) {
    #expect(bench.leftovers.isEmpty, sourceLocation: location)
    #expect(state.names(in: "moves").allSatisfy { $0 == "lock" }, sourceLocation: location)
  }

  @Test("Texts, the name and its links change in one step and are restored in one (vaults 9)")
  func thereAndBack() async throws {
    let store = notes()
    let receipt = try await store.rewrite(changes())
    #expect(tree == Self.after)
    #expect(receipt.notes == [NoteID(Self.new), NoteID("b.md")])
    #expect(receipt.moves == [NoteMove(from: NoteID(Self.old), to: NoteID(Self.new))])
    #expect(receipt.linking == [NoteID("c.md")])
    let undone = try await store.undo(receipt)
    #expect(tree == Self.before)
    #expect(undone.notes == [NoteID(Self.old), NoteID("b.md")])
    #expect(undone.linking == [NoteID("c.md")])
    expectTidy()
  }

  @Test("Later edits stay and later links still lead to their target after an undo")
  func editedSince() async throws {
    let store = notes()
    let receipt = try await store.rewrite(changes())
    bench.folder.write(Self.new, "zero\n#job [[20230101T101010--x__job]]\nline and more\n")
    bench.folder.write("d.md", "[[20230101T101010--x__job]]\n")
    _ = try await store.undo(receipt)
    var wanted = Self.before
    wanted[Self.old] = "zero\n#work [[20230101T101010--x__work]]\nline and more\n"
    wanted["d.md"] = "[[20230101T101010--x__work]]\n"
    #expect(tree == wanted)
    expectTidy()
  }

  @Test("A note that cannot be read is still renamed")
  func locked() async throws {
    bench.folder.write("20230101T101011--y__work.md.age", "closed")
    bench.folder.write("e.md", "[[20230101T101011--y__work]]\n")
    let note = NoteID("20230101T101011--y__work.md.age")
    let change = NoteChange(
      note: note, title: "y", pieces: [], newName: NoteID("20230101T101011--y__job.md.age"))
    let receipt = try await notes().rewrite([change])
    #expect(bench.folder.text("20230101T101011--y__job.md.age") == "closed")
    #expect(bench.folder.text("e.md") == "[[20230101T101011--y__job]]\n")
    _ = try await notes().undo(receipt)
    #expect(bench.folder.text(note.path.text) == "closed")
    #expect(bench.folder.text("e.md") == "[[20230101T101011--y__work]]\n")
    expectTidy()
  }

  @Test("A taken name or a changed text leaves everything unchanged")
  func refused() async throws {
    let wanted = changes()
    bench.folder.write("b.md", "other #work\n")
    await #expect(throws: NoteStoreError.changedOutside(NotePath("b.md"))) {
      try await notes().rewrite(wanted)
    }
    bench.folder.write("b.md", Self.before["b.md"] ?? "")
    bench.folder.write(Self.new, "there\n")
    await #expect(throws: NoteStoreError.self) { try await notes().rewrite(wanted) }
    var tree = Self.before
    tree[Self.new] = "there\n"
    #expect(self.tree == tree)
    expectTidy()
  }

  @Test("A disk that fails at any flush leaves all old or all new", arguments: 0..<12)
  func brokenDisk(at flush: Int) async throws {
    let isDone = (try? await notes(.breaking(atFlush: flush)).rewrite(changes())) != nil
    #expect(await notes().recover() == [])
    #expect(tree == (isDone ? Self.after : Self.before))
    expectTidy()
  }

  @Test("A note's versions follow its new name")
  func versions() async throws {
    let versions = FolderVersions(
      stateFolder: state.bytes, vault: VaultID(NotePath(bytes: bench.folder.bytes)),
      clock: bench.clock)
    let store = FollowedMoves(notes(), store: bench.store, versions: versions)
    let receipt = try await store.rewrite(changes())
    #expect(try await versions.versions(of: NoteID(Self.old)).isEmpty)
    #expect(try await versions.versions(of: NoteID(Self.new)).count == 2)
    _ = try await store.undo(receipt)
    #expect(try await versions.versions(of: NoteID(Self.new)).isEmpty)
    #expect(try await versions.versions(of: NoteID(Self.old)).count >= 2)
  }

  @Test("Notes whose links or title change have a version of their former text")
  func linkedVersions() async throws {
    bench.folder.write("t.md", "# T\n")
    bench.folder.write("l.md", "see [[t]]\n")
    let versions = FolderVersions(
      stateFolder: state.bytes, vault: VaultID(NotePath(bytes: bench.folder.bytes)),
      clock: bench.clock)
    func texts(_ name: String) async throws -> [String] {
      var texts: [String] = []
      for version in try await versions.versions(of: NoteID(NotePath(name))) {
        texts.append(String(decoding: try await versions.bytes(of: version), as: UTF8.self))
      }
      return texts
    }
    let store = FollowedMoves(notes(), store: bench.store, versions: versions)
    let receipt = try await store.rename(NoteID("t.md"), to: "New", linking: nil)
    #expect(try await texts("l.md") == ["see [[New]]\n", "see [[t]]\n"])
    #expect(try await texts("New.md") == ["# New\n", "# T\n"])
    bench.folder.write("l.md", "see [[New]] and more\n")
    _ = try await store.undo(receipt)
    #expect(try await texts("t.md").first == "# T\n")
    #expect(
      try await texts("l.md") == [
        "see [[t]] and more\n", "see [[New]] and more\n", "see [[New]]\n", "see [[t]]\n",
      ])
  }

  @Test("Each note that a move rewrites has a version of its former text, and another move can run")
  func manyVersions() async throws {
    let names = (1...20).map { "n\($0).md" }
    bench.folder.write("t.md", "# T\n")
    for name in names { bench.folder.write(name, "see [[t]]\n") }
    let versions = FolderVersions(
      stateFolder: state.bytes, vault: VaultID(NotePath(bytes: bench.folder.bytes)),
      clock: bench.clock)
    let store = FollowedMoves(notes(), store: bench.store, versions: versions)
    async let first = store.rename(NoteID("t.md"), to: "New", linking: nil)
    async let second = store.rename(NoteID("d.md"), to: "Other", linking: nil)
    #expect(try await first.rewritten.count == 20)
    #expect(try await second.moves.count == 1)
    for name in names {
      let found = try await versions.versions(of: NoteID(NotePath(name)))
      #expect(found.count == 2, "\(name)")
    }
  }
}
