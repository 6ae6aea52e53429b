import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Rewriting several notes")
struct RewriteTests {
  let bench = Bench()
  let state = TemporaryFolder()

  private var notes: FolderMoves { notes(bench.vault) }

  private func notes(_ vault: VaultFolder) -> FolderMoves {
    FolderMoves(vault, journal: state.bytes + Array("/moves".utf8), rewriter: .links { _ in [] })
  }

  /// Replaces every `old` in a text by `new`.
  private func change(_ note: String, _ old: String, _ new: String) -> NoteChange {
    let text = Array((bench.folder.text(note) ?? "").utf8)
    return NoteChange.replacing(Array(old.utf8), by: Array(new.utf8), in: text, of: NoteID(note))
  }

  private func expectTidy(_ location: SourceLocation = #_sourceLocation) {
    #expect(bench.leftovers.isEmpty, sourceLocation: location)
    #expect(state.names(in: "moves").allSatisfy { $0 == "lock" }, sourceLocation: location)
  }

  @Test("All notes are rewritten, undo restores every byte and its receipt allows a redo")
  func thereAndBack() async throws {
    let texts = ["a.md": "cat and cat", "deep/b.md": "a cat\r\n\u{0}cat", "c.md": "dog"]
    for (name, text) in texts { bench.folder.write(name, text) }
    let store = notes
    let receipt = try await store.rewrite([
      change("deep/b.md", "cat", "tiger"), change("a.md", "cat", ""),
    ])
    #expect(receipt.notes == [NoteID("a.md"), NoteID("deep/b.md")])
    #expect(bench.folder.text("a.md") == " and ")
    #expect(bench.folder.text("deep/b.md") == "a tiger\r\n\u{0}tiger")
    let undone = try await store.undo(receipt)
    for (name, text) in texts { #expect(bench.folder.text(name) == text) }
    _ = try await store.undo(undone)
    #expect(bench.folder.text("deep/b.md") == "a tiger\r\n\u{0}tiger")
    expectTidy()
  }

  @Test("A note that has changed stops the whole rewrite and is named")
  func changedSince() async throws {
    bench.folder.write("a.md", "cat")
    bench.folder.write("b.md", "a cat")
    let changes = [change("a.md", "cat", "dog"), change("b.md", "cat", "dog")]
    bench.folder.write("b.md", "the cat")
    await #expect(throws: NoteStoreError.changedOutside(NotePath("b.md"))) {
      try await notes.rewrite(changes)
    }
    #expect(bench.folder.text("a.md") == "cat")
    expectTidy()
  }

  @Test("An insertion goes only into the text that it was made for")
  func otherText() async throws {
    bench.folder.write("a.md", "---\none: 1\n---\ntext\n")
    let piece = NoteChange.Piece(
      range: 11..<11, old: [], new: Array("two: 2\n".utf8), line: 3, context: "",
      contextRange: 0..<0)
    let (store, note) = (notes, NoteID("a.md"))
    let text = try await bench.store.read(note)
    let change = NoteChange(note: note, title: "a", pieces: [piece], of: text.bytes)
    bench.folder.write("a.md", "---\nother: 1\none: 1\n---\ntext\n")
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      try await store.rewrite([change])
    }
    bench.folder.write("a.md", "---\none: 1\n---\ntext\n")
    let receipt = try await store.rewrite([change])
    #expect(bench.folder.text("a.md") == "---\none: 1\ntwo: 2\n---\ntext\n")
    bench.folder.write("a.md", "---\none: 1\ntwo: 2\n---\nother text\n")
    _ = try await store.undo(receipt)
    #expect(bench.folder.text("a.md") == "---\none: 1\n---\nother text\n")
  }

  @Test(
    "A missing, linked or duplicate note or a folder stops the whole rewrite",
    arguments: ["gone.md", "link.md", "folder.md", "a.md", "../out.md", ".hidden.md"])
  func unfit(name: String) async throws {
    bench.folder.write("a.md", "cat")
    bench.folder.write("b.md", "cat")
    bench.folder.link("link.md", to: "b.md")
    bench.folder.makeFolder("folder.md")
    let piece = NoteChange.Piece(
      range: 0..<3, old: Array("cat".utf8), new: Array("dog".utf8), line: 1, context: "cat",
      contextRange: 0..<3)
    let changes = ["a.md", "b.md", name].map {
      NoteChange(note: NoteID($0), title: $0, pieces: [piece])
    }
    var failure: NoteStoreError?
    do throws(NoteStoreError) { _ = try await notes.rewrite(changes) } catch { failure = error }
    #expect(failure?.message.contains(name) == true)
    #expect(bench.folder.text("a.md") == "cat")
    #expect(bench.folder.text("b.md") == "cat")
    expectTidy()
  }

  @Test("An undo preserves later edits where it finds its lines again")
  func undoAroundEdits() async throws {
    bench.folder.write("a.md", "one cat\ntwo\nthree cat\n")
    let store = notes
    let receipt = try await store.rewrite([change("a.md", "cat", "dog")])
    bench.folder.write("a.md", "zero\none dog\nnew\nthree dog\nend\n")
    _ = try await store.undo(receipt)
    #expect(bench.folder.text("a.md") == "zero\none cat\nnew\nthree cat\nend\n")
    expectTidy()
  }

  @Test("An undo of an edited line changes nothing and names the note")
  func undoOfEditedLine() async throws {
    bench.folder.write("a.md", "cat\n")
    bench.folder.write("b.md", "one cat\n")
    let store = notes
    let receipt = try await store.rewrite([
      change("a.md", "cat", "dog"), change("b.md", "cat", "dog"),
    ])
    bench.folder.write("b.md", "one big dog\n")
    var failure: NoteStoreError?
    do throws(NoteStoreError) { _ = try await store.undo(receipt) } catch { failure = error }
    guard case .refused(NotePath("b.md"), _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(bench.folder.text("a.md") == "dog\n")
    #expect(bench.folder.text("b.md") == "one big dog\n")
    expectTidy()
  }

  @Test("Versions are saved of the texts before and after the rewrite")
  func versions() async throws {
    bench.folder.write("a.md", "cat")
    let versions = FolderVersions(
      stateFolder: state.bytes, vault: VaultID(NotePath(bytes: bench.folder.bytes)),
      clock: bench.clock)
    let store = FollowedMoves(notes, store: bench.store, versions: versions)
    let receipt = try await store.rewrite([change("a.md", "cat", "dog")])
    var kept: [String] = []
    for version in try await versions.versions(of: NoteID("a.md")) {
      kept.append(String(decoding: try await versions.bytes(of: version), as: UTF8.self))
    }
    #expect(kept == ["dog", "cat"])
    bench.clock.advance(by: .seconds(5))
    _ = try await store.undo(receipt)
    #expect(bench.folder.text("a.md") == "cat")
  }
}

extension NoteChange {
  /// Replaces every `old` in a text by `new`.
  static func replacing(
    _ old: [UInt8], by new: [UInt8], in text: [UInt8], of note: NoteID
  ) -> NoteChange {
    var change = NoteChange(note: note, title: note.path.text, pieces: [])
    var index = 0
    while index + old.count <= text.count {
      if text[index..<(index + old.count)].elementsEqual(old) {
        change.pieces.append(
          Piece(
            range: index..<(index + old.count), old: old, new: new,
            line: text[..<index].count { $0 == 0x0a } + 1,
            context: String(decoding: old, as: UTF8.self), contextRange: 0..<old.count))
        index += old.count
      } else {
        index += 1
      }
    }
    return change
  }
}
