import Entities
import Services
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Saving

@Suite("Saving a rope over outside changes")
struct MergingStoreTests {
  private let note = NoteID("a.md")
  private let store = MemoryNoteStore(["a.md": "one\ntwo\nthree\n"])

  private var files: MergingStore { MergingStore(store: store, files: nil) }

  private func base() async throws -> NoteBase {
    try await NoteTextReader(store: store).readAll(note)
  }

  private func rope(_ text: String) -> Rope { Rope(Array(text.utf8)) }

  @Test("Without outside changes the file gets the text, which is the base of the next save")
  func plain() async throws {
    let saved = try await files.save(
      rope("mine\n"), to: note, over: base(), makingAgain: false)
    #expect(saved.edit == nil)
    #expect(saved.base.text == rope("mine\n"))
    #expect(await store.text(of: note) == "mine\n")
    _ = try await files.save(rope("again\n"), to: note, over: saved.base, makingAgain: false)
    #expect(await store.text(of: note) == "again\n")
  }

  @Test("Outside changes of other lines arrive as an edit of the text")
  func merged() async throws {
    let base = try await base()
    await store.change(note, to: "one\ntwo\nthree\ntheirs\n")
    let text = rope("mine\ntwo\nthree\n")
    let saved = try await files.save(text, to: note, over: base, makingAgain: false)
    #expect(await store.text(of: note) == "mine\ntwo\nthree\ntheirs\n")
    var changed = text
    changed.apply(try #require(saved.edit))
    #expect(changed == saved.base.text)
  }

  @Test("Outside changes of the same lines are a conflict, and nothing is written")
  func conflict() async throws {
    let base = try await base()
    await store.change(note, to: "one\ntheirs\nthree\n")
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      try await files.save(rope("one\nmine\nthree\n"), to: note, over: base, makingAgain: true)
    }
    #expect(await store.text(of: note) == "one\ntheirs\nthree\n")
  }

  @Test("A missing file is created again only on request")
  func gone() async throws {
    let base = try await base()
    await store.remove(note)
    await #expect(throws: NoteStoreError.notFound(note.path)) {
      try await files.save(rope("mine"), to: note, over: base, makingAgain: false)
    }
    _ = try await files.save(rope("mine"), to: note, over: base, makingAgain: true)
    #expect(await store.text(of: note) == "mine")
  }

  @Test("A check detects outside changes: none, other lines, the same lines, removal")
  func looks() async throws {
    let base = try await base()
    let text = rope("one\nmine\nthree\n")
    guard case .unchanged(base.stamp) = try await files.change(of: note, since: base, text: text)
    else {
      Issue.record("nothing happened")
      return
    }
    await store.change(note, to: "one\ntwo\nthree\nfour\n")
    guard
      case .changed(let theirs, let edit?) =
        try await files.change(of: note, since: base, text: text)
    else {
      Issue.record("they wrote")
      return
    }
    var merged = text
    merged.apply(edit)
    #expect(merged == rope("one\nmine\nthree\nfour\n"))
    #expect(theirs.text == rope("one\ntwo\nthree\nfour\n"))
    await store.change(note, to: "one\ntheirs\nthree\n")
    guard case .changed(_, nil) = try await files.change(of: note, since: base, text: text) else {
      Issue.record("the same lines")
      return
    }
    await store.remove(note)
    guard case .removed = try await files.change(of: note, since: base, text: text) else {
      Issue.record("it is gone")
      return
    }
  }

  @Test("Large texts keep both versions of stretches that are too large to compare")
  func large() async throws {
    let bytes = [UInt8](repeating: 10, count: TextSize.merged + 10)
    let store = BlockStore(bytes)
    let files = MergingStore(store: store, files: nil)
    let base = try await NoteTextReader(store: store).readAll(note)
    var mine = base.text
    mine.replace(.zero ..< .zero, with: [0x61])
    mine.replace(mine.end..<mine.end, with: [0x62])
    let saved = try await files.save(mine, to: note, over: base, makingAgain: false)
    #expect(saved.base.text == mine)
    // The others change the middle of a text whose two ends I change.
    var theirs = bytes
    theirs[bytes.count / 2] = 0x63
    let other = BlockStore(theirs)
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      try await MergingStore(store: other, files: nil).save(
        mine, to: note, over: base, makingAgain: false)
    }
    #expect(other.bytes.elementsEqual(theirs))
  }
}
