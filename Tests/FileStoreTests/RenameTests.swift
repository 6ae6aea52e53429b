import Entities
import NoteSyntax
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Notes get other titles")
struct RenameTests {
  let bench = Bench()
  let state = TemporaryFolder()

  /// As the index would tell it: `Folding.name` of a title, and the notes that have it.
  private func moves(_ titles: [String: [String]] = [:]) -> FolderMoves {
    let known = Dictionary(
      uniqueKeysWithValues: titles.map {
        (Folding.name($0.key.utf8), $0.value.map { NotePath($0) })
      })
    return FolderMoves(
      root: bench.folder.bytes, stateFolder: state.bytes,
      vault: VaultID(NotePath(bytes: bench.folder.bytes)), clock: bench.clock,
      titled: { known[$0] ?? [] })
  }

  private func write(_ texts: [String: String]) {
    for (name, text) in texts { bench.folder.write(name, text) }
  }

  private var tree: [String: String] {
    Dictionary(
      uniqueKeysWithValues: bench.folder.names().filter { $0.hasSuffix(".md") }.map {
        ($0, bench.folder.text($0) ?? "?")
      })
  }

  @Test("File, heading, links by name and links by title change together, and come back together")
  func renames() async throws {
    let before = [
      "a.md": "# Old *title*\nmyself: [[Old *title*]] and [[a]]\n",
      "b.md": "[[a]], [[a|x]], [[old *TITLE*#Part]], [a](a.md) and [[c]]\n", "c.md": "nothing\n",
    ]
    write(before)
    let moves = moves(["Old *title*": ["a.md"]])
    let receipt = try await moves.rename(NoteID("a.md"), to: "Plan: B", linking: nil)
    let after = [
      "Plan B.md": "# Plan: B\nmyself: [[Plan B]] and [[Plan B]]\n",
      "b.md": "[[Plan B]], [[Plan B|x]], [[Plan B#Part]], [a](Plan%20B.md) and [[c]]\n",
      "c.md": "nothing\n",
    ]
    #expect(tree == after)
    #expect(
      receipt
        == MoveReceipt(
          moves: [NoteMove(from: NoteID("a.md"), to: NoteID("Plan B.md"))],
          rewritten: [NoteID("b.md")],
          retitled: TitleChange(note: NotePath("a.md"), old: "Old *title*", new: "Plan: B")))
    _ = try await moves.undo(receipt)
    #expect(tree == before)
    #expect(await moves.recover() == [])
  }

  @Test("Canvases and bases go along, though no index knows of them, and come back (vaults 12)")
  func boards() async throws {
    let canvas = #"{"nodes":[{"type":"file","file":"a.md"},{"type":"text","text":"[[a]]"}]}"#
    let base = "filters: '[[a|x]]'\n"
    write(["a.md": "# a\n", "f/x.canvas": canvas, "x.base": base, "other.json": canvas])
    let receipt = try await moves().rename(NoteID("a.md"), to: "b", linking: [])
    #expect(
      bench.folder.text("f/x.canvas")
        == #"{"nodes":[{"type":"file","file":"b.md"},{"type":"text","text":"[[b]]"}]}"#)
    #expect(bench.folder.text("x.base") == "filters: '[[b|x]]'\n")
    #expect(bench.folder.text("other.json") == canvas)
    _ = try await moves().undo(receipt)
    #expect(bench.folder.text("f/x.canvas") == canvas && bench.folder.text("x.base") == base)
  }

  @Test("The title alone changes where the file's name stays, with links by the title, and back")
  func sameFile() async throws {
    let before = ["a.md": "---\ntitle: Old\n---\n# Old\n", "b.md": "[[Old]] and [[a]]\n"]
    write(before)
    let moves = moves(["Old": ["a.md"]])
    let receipt = try await moves.rename(NoteID("a.md"), to: "a?", linking: nil)
    #expect(tree == ["a.md": "---\ntitle: a?\n---\n# a?\n", "b.md": "[[a]] and [[a]]\n"])
    #expect(receipt.retitled?.new == "a?" && receipt.rewritten == [NoteID("b.md")])
    _ = try await moves.undo(receipt)
    #expect(tree == before)
    let same = try await moves.rename(NoteID("b.md"), to: "b", linking: nil)
    #expect(same.retitled == nil && same.rewritten == [])
    #expect(tree == before)
  }

  @Test("What was written since stays when a new title is taken back; a title given since stays")
  func editedSince() async throws {
    write(["a.md": "# Old\nx\n", "b.md": "# Two\n"])
    let moves = moves()
    let first = try await moves.rename(NoteID("a.md"), to: "New", linking: nil)
    bench.folder.write("New.md", "# New\nx and more\n")
    _ = try await moves.undo(first)
    #expect(bench.folder.text("a.md") == "# Old\nx and more\n")
    let second = try await moves.rename(NoteID("b.md"), to: "Three", linking: nil)
    bench.folder.write("Three.md", "# Four\n")
    _ = try await moves.undo(second)
    #expect(bench.folder.text("b.md") == "# Four\n")
  }

  @Test("A link by the old title that another note has too leads to that one, and stays")
  func shared() async throws {
    write(["a.md": "# Same\n", "deep.md": "# Same\n", "b.md": "[[Same]]\n"])
    let moves = moves(["Same": ["a.md", "deep.md"]])
    _ = try await moves.rename(NoteID("deep.md"), to: "Other", linking: nil)
    #expect(bench.folder.text("b.md") == "[[Same]]\n")
  }

  @Test("A name that is taken is refused, and no title changes")
  func taken() async throws {
    write(["a.md": "# Old\n", "New.md": "there\n"])
    await #expect(throws: NoteStoreError.self) {
      try await moves().rename(NoteID("a.md"), to: "new", linking: nil)
    }
    #expect(tree == ["a.md": "# Old\n", "New.md": "there\n"])
    #expect(bench.leftovers == [])
  }

  @Test("A title that its line cannot hold goes to the file's name alone")
  func unfitting() async throws {
    write(["a.md": "Old\n===\n"])
    let receipt = try await moves().rename(NoteID("a.md"), to: "- New", linking: nil)
    #expect(tree == ["- New.md": "Old\n===\n"])
    #expect(receipt.retitled == nil)
  }
}
