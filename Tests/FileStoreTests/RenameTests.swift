import Comparing
import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Renaming notes")
struct RenameTests {
  let bench = Bench()
  let state = TemporaryFolder()

  private func moves() -> FolderMoves {
    FolderMoves(
      root: bench.folder.bytes, stateFolder: state.bytes,
      vault: VaultID(NotePath(bytes: bench.folder.bytes)), clock: bench.clock)
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

  @Test(
    "A trial shows what would change, refuses what would be refused and writes nothing (line N16)"
  )
  func trial() async throws {
    let before = ["a.md": "# Old\n", "b.md": "[[a]] and [[Old]]\n", "taken.md": "x\n"]
    write(before)
    let (moves, all) = (moves(), bench.folder.names())
    let trial = moves.trial(MoveTrial())
    let renamed = try await trial.rename(NoteID("a.md"), to: "New", linking: nil)
    #expect(renamed.moves == [NoteMove(from: NoteID("a.md"), to: NoteID("New.md"))])
    #expect(renamed.rewritten == [NoteID("b.md")])
    #expect(renamed.retitled?.new == "New")
    let moved = try await trial.move(
      [NoteMove(from: NoteID("a.md"), to: NoteID("sub/a.md"))], linking: nil)
    #expect(moved.folders == [NotePath("sub")])
    await #expect(throws: NoteStoreError.self) {
      try await trial.rename(NoteID("a.md"), to: "taken", linking: nil)
    }
    await #expect(throws: NoteStoreError.self) {
      try await trial.rename(NoteID("gone.md"), to: "New", linking: nil)
    }
    let piece = NoteChange.Piece(
      range: 0..<1, old: Array("x".utf8), new: Array("yy".utf8), line: 1, context: "x",
      contextRange: 0..<1
    )
    let change = NoteChange(note: NoteID("taken.md"), title: "taken", pieces: [piece])
    #expect(try await trial.rewrite([change]).notes == [NoteID("taken.md")])
    await #expect(throws: NoteStoreError.self) {
      var other = change
      other.pieces[0].old = Array("z".utf8)
      return try await trial.rewrite([other])
    }
    #expect(tree == before)
    #expect(bench.folder.names() == all)
    #expect(state.names().isEmpty)
    // The real rename equals the trial.
    #expect(try await moves.rename(NoteID("a.md"), to: "New", linking: nil) == renamed)
  }

  @Test("File, heading and links change together and come back together")
  func renames() async throws {
    let before = [
      "a.md": "# Old *title*\nmyself: [[a]] and [[#Old *title*]]\n",
      "b.md": "[[a]], [[a|x]], [[a#old *TITLE*]], [a](a.md), [[Old *title*]] and [[c]]\n",
      "c.md": "nothing\n",
    ]
    write(before)
    for name in before.keys { bench.folder.setModified(name, seconds: 77) }
    let moves = moves()
    let receipt = try await moves.rename(NoteID("a.md"), to: "Plan: B", linking: nil)
    #expect(try bench.vault.read(NoteID("b.md")).stamp.modified.seconds != 77)
    let after = [
      "Plan B.md": "# Plan: B\nmyself: [[Plan B]] and [[#Plan: B]]\n",
      "b.md":
        "[[Plan B]], [[Plan B|x]], [[Plan B#Plan: B]], [a](Plan%20B.md), [[Old *title*]] and [[c]]\n",
      "c.md": "nothing\n",
    ]
    #expect(tree == after)
    #expect(receipt.moves == [NoteMove(from: NoteID("a.md"), to: NoteID("Plan B.md"))])
    #expect(receipt.rewritten == [NoteID("b.md")])
    #expect(
      receipt.retitled
        == TitleChange(note: NotePath("a.md"), old: "Old *title*", new: "Plan: B"))
    #expect(receipt.texts.map(\.note.text) == ["Plan B.md", "b.md"])
    _ = try await moves.undo(receipt)
    #expect(tree == before)
    for name in before.keys {
      #expect(try bench.vault.read(NoteID(NotePath(name))).stamp.modified.seconds == 77)
    }
    #expect(await moves.recover() == [])
  }

  @Test("Canvases and bases are updated without an index and are restored (vaults 12)")
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

  @Test("A title that leaves the file name unchanged is changed alone, and restored")
  func sameFile() async throws {
    let before = ["a.md": "---\ntitle: Old\n---\n# Old\n", "b.md": "[[a#Old]] and [[a]]\n"]
    write(before)
    let moves = moves()
    let receipt = try await moves.rename(NoteID("a.md"), to: "a?", linking: nil)
    #expect(tree == ["a.md": "---\ntitle: a?\n---\n# a?\n", "b.md": "[[a#a?]] and [[a]]\n"])
    #expect(receipt.retitled?.new == "a?" && receipt.rewritten == [NoteID("b.md")])
    _ = try await moves.undo(receipt)
    #expect(tree == before)
    let same = try await moves.rename(NoteID("b.md"), to: "b", linking: nil)
    #expect(same.retitled == nil && same.rewritten == [])
    #expect(tree == before)
  }

  @Test("A rename changes no heading except a level-1 heading at the top")
  func subHeadings() async throws {
    let texts = [
      "Intro.\n\n## Steps\n", "## Steps\n", "Intro.\n\n# Steps\n", "- x\n\n# Steps\n",
      "Steps\n---\n", "> # Steps\n",
    ]
    for (number, text) in texts.enumerated() {
      write(["Recipe \(number).md": text, "b.md": "[[Recipe \(number)#Steps]]\n"])
      let note = NoteID("Recipe \(number).md")
      let receipt = try await moves().rename(note, to: "Cake \(number)", linking: nil)
      #expect(bench.folder.text("Cake \(number).md") == text)
      #expect(bench.folder.text("b.md") == "[[Cake \(number)#Steps]]\n")
      #expect(receipt.retitled == nil)
    }
  }

  @Test("A rename in Obsidian's vault changes a title only if it matched the file name")
  func obsidian() async throws {
    bench.folder.write(".obsidian/app.json", "{}")
    write([
      "a.md": "# Something else\n", "b.md": "# b\n", "c.md": "---\ntitle: Other\n---\n# c\n",
      "What.md": "# What?\n",
    ])
    let moves = moves()
    for (note, title) in [("a", "A2"), ("b", "B2"), ("c", "C2"), ("What", "Why?")] {
      _ = try await moves.rename(NoteID("\(note).md"), to: title, linking: nil)
    }
    #expect(
      tree == [
        "A2.md": "# Something else\n", "B2.md": "# B2\n",
        "C2.md": "---\ntitle: Other\n---\n# c\n", "Why.md": "# Why?\n",
      ])
  }

  @Test("A Denote note keeps its stamp, signature, keywords and links by stamp")
  func denote() async throws {
    let stamp = "20230101T101010"
    let old = "\(stamp)==1a--plain-text-note__foo_bar"
    bench.folder.write("\(old).txt", "text\n")
    write(["b.md": "[t](denote:\(stamp)) [[\(old)]]\n"])
    let note = NoteID("\(old).txt")
    let receipt = try await moves().rename(note, to: "New Title, it's", linking: nil)
    let new = "\(stamp)==1a--new-title-its__foo_bar"
    #expect(receipt.moves.first?.to == NoteID("\(new).txt"))
    #expect(bench.folder.text("b.md") == "[t](denote:\(stamp)) [[\(new)]]\n")
  }

  @Test("Undoing a rename preserves later edits and a later title")
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

  @Test("A taken name is refused and no title changes")
  func taken() async throws {
    write(["a.md": "# Old\n", "New.md": "there\n"])
    await #expect(throws: NoteStoreError.self) {
      try await moves().rename(NoteID("a.md"), to: "new", linking: nil)
    }
    #expect(tree == ["a.md": "# Old\n", "New.md": "there\n"])
    #expect(bench.leftovers == [])
  }

  @Test("A title that does not fit its line changes only the file name")
  func unfitting() async throws {
    write(["a.md": "Old\n===\n"])
    let receipt = try await moves().rename(NoteID("a.md"), to: "- New", linking: nil)
    #expect(tree == ["- New.md": "Old\n===\n"])
    #expect(receipt.retitled == nil)
  }
}
