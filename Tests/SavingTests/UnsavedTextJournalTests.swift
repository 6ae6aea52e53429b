import Entities
import Services
import TestSupport
import Synchronization
import Testing
import Viper
import TextEngine

@testable import Saving

/// A note, its file, and the journal of its unsaved text, as an editor would use them.
struct KeeperBench {
  let note = NoteID("a.md")
  let journal = MemoryJournal()
  let unsaved: UnsavedTextJournal
  var text: Rope
  var file: NoteBase
  /// The text of the last request that was performed, which a crash must not lose.
  var kept: Rope

  init(_ text: Rope) {
    self.text = text
    kept = text
    file = NoteBase(text: text, stamp: Self.stamp(text, 1))
    unsaved = UnsavedTextJournal(journal)
    unsaved.begin(over: TextBase(file.stamp))
  }

  static func stamp(_ text: Rope, _ version: UInt64) -> NoteStamp {
    NoteStamp(
      inode: version, size: text.byteCount, modified: Timestamp(seconds: Int64(version)),
      digest: text.digest)
  }

  mutating func put(_ new: String, at place: Int, taking count: Int = 0) {
    let start = ByteOffset(min(place, text.byteCount))
    let edit = Edit(
      in: text, replacing: start..<ByteOffset(min(text.byteCount, start.value + count)),
      with: Array(new.utf8))
    text.apply(edit)
    unsaved.record(edit)
  }

  mutating func keep() throws {
    try unsaved.perform(unsaved.request(note, draft: 0, text: text))
    kept = text
  }

  /// Makes this the file's text, whether or not a save reports it.
  mutating func write(_ text: Rope) {
    file = NoteBase(text: text, stamp: Self.stamp(text, file.stamp.inode + 1))
  }

  /// The text that the next run offers after a crash now; the file's text if it offers nothing.
  var recovered: RecoveredRope {
    let now = Timestamp(seconds: 1)
    if let edits = journal.keptEdits(note) {
      return RecoveredRope(RecoveredText(note: note, edits: edits, savedAt: now), over: file)
    }
    guard let bytes = journal.kept(note) else { return .text(file.text) }
    return RecoveredRope(RecoveredText(note: note, bytes: bytes, savedAt: now), over: file)
  }
}

@Suite("Storing unsaved text of any size")
struct UnsavedTextJournalTests {
  private let large = Rope([UInt8](repeating: 0x2e, count: TextSize.whole + 1_000))

  @Test("A small text is stored whole, and a large one as the changes typed")
  func sizes() throws {
    var small = KeeperBench(Rope(Array("small".utf8)))
    small.put("er", at: 5)
    try small.keep()
    #expect(small.journal.kept(small.note) == Array("smaller".utf8))
    var big = KeeperBench(large)
    big.put("typed", at: 9)
    try big.keep()
    big.put(" more", at: 14)
    try big.keep()
    let edits = try #require(big.journal.keptEdits(big.note))
    #expect(edits.base == TextBase(big.file.stamp))
    #expect(edits.edits.count == 2 && edits.edits.allSatisfy { $0.count < 40 })
    #expect(big.recovered == .text(big.text))
  }

  @Test("Unchanged text is not written again, and removed text does not come back")
  func idle() throws {
    var bench = KeeperBench(large)
    bench.put("a", at: 0)
    let late = bench.unsaved.request(bench.note, draft: 0, text: bench.text)
    try bench.keep()
    try bench.keep()
    #expect(bench.journal.keptEdits(bench.note)?.edits.count == 1)
    bench.unsaved.remove(bench.note, draft: 0)
    try bench.unsaved.perform(late)
    #expect(bench.journal.isEmpty)
  }

  @Test("A slow write of an older text that ends after a newer one changes nothing")
  func order() throws {
    var bench = KeeperBench(Rope(Array("a".utf8)))
    bench.put("b", at: 1)
    let older = bench.unsaved.request(bench.note, draft: 0, text: bench.text)
    bench.put("c", at: 2)
    try bench.keep()
    try bench.unsaved.perform(older)
    #expect(bench.journal.kept(bench.note) == Array("abc".utf8))
  }

  @Test(
    "However much changes between two writes, at most a thousand steps are held", arguments: [1, 2])
  func boundedSteps(size: Int) throws {
    var bench = KeeperBench(size == 1 ? Rope(Array("one\n".utf8)) : large)
    var random = SeededRandom(seed: 7)
    for step in 1...6_000 {
      bench.put(
        step % 3 == 0 ? "" : "word ", at: Int.random(in: 0...bench.text.byteCount, using: &random),
        taking: step % 3 == 0 ? 9 : 0)
      if step % 1_700 == 0 { try bench.keep() }
      #expect(bench.unsaved.state.withLock { $0.pending.count } <= UnsavedTextJournal.mostSteps)
    }
    try bench.keep()
    guard case .text(let text) = bench.recovered else {
      Issue.record("The text is not recovered.")
      return
    }
    #expect(text == bench.text)
  }

  @Test("Changes merged during a write are in the next write")
  func joinedWhileKept() throws {
    var bench = KeeperBench(large)
    bench.put("a", at: 0)
    try bench.keep()
    let request = bench.unsaved.request(bench.note, draft: 0, text: bench.text)
    for _ in 0..<1_500 { bench.put("b", at: 1) }
    try bench.unsaved.perform(request)
    for _ in 0..<1_500 { bench.put("c", at: 1) }
    try bench.keep()
    guard case .text(let text) = bench.recovered else {
      Issue.record("The text is not recovered.")
      return
    }
    #expect(text == bench.text)
  }

  @Test("The write after a failed one contains everything")
  func failing() throws {
    var bench = KeeperBench(large)
    bench.put("one", at: 0)
    try bench.keep()
    bench.put("two", at: 3)
    bench.journal.fail(next: .noSpace(bench.note.path))
    #expect(throws: NoteStoreError.noSpace(bench.note.path)) { try bench.keep() }
    #expect(bench.recovered == .text(bench.kept))
    bench.put("three", at: 6)
    try bench.keep()
    #expect(bench.recovered == .text(bench.text))
  }

  @Test("A new note of any size has its text stored under its number")
  func draft() throws {
    let journal = MemoryJournal()
    let unsaved = UnsavedTextJournal(journal)
    unsaved.begin(over: nil)
    let edit = Edit(in: Rope(), replacing: .zero ..< .zero, with: large)
    unsaved.record(edit)
    try unsaved.perform(unsaved.request(nil, draft: 5, text: large))
    let edits = try #require(journal.keptEdits(draft: 5))
    let text = RecoveredText(note: nil, edits: edits, savedAt: Timestamp(seconds: 1), draft: 5)
    #expect(RecoveredRope(text, over: nil) == .text(large))
  }

  @Test("Typing works while the rest of the file is read")
  func loading() throws {
    var bench = KeeperBench(large)
    var seen = TextBase(bench.file.stamp)
    seen.digest = nil
    let whole = large
    bench.text = whole[.zero..<ByteOffset(1_000)]
    bench.unsaved.begin(over: seen)
    bench.put("typed", at: 10)
    let rest = whole[ByteOffset(1_000)..<whole.end]
    bench.text.append(rest)
    bench.unsaved.textGrew(by: rest.byteCount)
    bench.put("more", at: 2_000)
    try bench.keep()
    #expect(bench.recovered == .text(bench.text))
    #expect(bench.journal.keptEdits(bench.note)?.base == seen)
    bench.unsaved.baseIsKnown(TextBase(bench.file.stamp))
    try bench.keep()
    #expect(bench.journal.keptEdits(bench.note)?.base == TextBase(bench.file.stamp))
    // A touched file is still recognized by its digest.
    bench.file.stamp.modified = Timestamp(seconds: 77)
    #expect(bench.recovered == .text(bench.text))
  }

  @Test("A recovered text is stored as changes to the file, in the next run too")
  func recoveredAgain() throws {
    var bench = KeeperBench(large)
    bench.text.replace(ByteOffset(50)..<ByteOffset(60), with: Array("recovered".utf8))
    bench.unsaved.begin(
      over: TextBase(bench.file.stamp), comparing: (bench.file.text, bench.text))
    try bench.keep()
    #expect(bench.recovered == .text(bench.text))
    bench.put("x", at: 0)
    try bench.keep()
    #expect(bench.recovered == .text(bench.text))
  }

  @Test("If the file has changed, the typed text alone is offered")
  func otherFile() throws {
    var bench = KeeperBench(large)
    for (index, letter) in "one passage".enumerated() {
      bench.put(String(letter), at: 100 + index)
      try bench.keep()
    }
    bench.put("another\n", at: 50)
    bench.put("", at: 500, taking: 10)
    try bench.keep()
    bench.write(Rope(Array("theirs".utf8)))
    #expect(bench.recovered == .passages(Rope(Array("another\n\none passage\n\n".utf8))))
  }

  @Test("After any typing, storing, saving, failure and crash the last stored text comes back")
  func random() throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var bench = KeeperBench(large)
      bench.journal.take(mostEdits: Int.random(in: 3...9, using: &random))
      /// A save that began, and the text it will write.
      var saving: (request: UnsavedTextJournal.Request, text: Rope, keeps: Int, isWritten: Bool)?
      var keeps = 0
      for step in 0..<150 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
          let place = Int.random(in: 0...bench.text.byteCount, using: &random)
          let taken = Int.random(in: 0..<9, using: &random) == 0 ? 3_000 : 2
          bench.put("typed \(step)", at: place, taking: Int.random(in: 0...taken, using: &random))
        case 5..<8:
          try bench.keep()
          keeps += 1
        case 8:
          bench.journal.fail(next: .noSpace(bench.note.path))
          // New text is refused; unchanged text is not written.
          try? bench.unsaved.perform(bench.unsaved.request(bench.note, draft: 0, text: bench.text))
          _ = try? bench.journal.keepMore(edits: [], of: NoteID("other.md"), draft: 0)
        case 9 where saving == nil:
          saving = (
            bench.unsaved.saveBegan(bench.note, draft: 0, TextBeingSaved(bench.text)), bench.text,
            keeps,
            false
          )
        case 10:
          guard let now = saving else { break }
          if !now.isWritten {
            try bench.unsaved.perform(now.request)
            // Too late if something was stored since the save began.
            if keeps == now.keeps {
              let isWhole = now.text.byteCount <= TextSize.whole
              bench.kept = isWhole ? now.text : bench.text
            }
            bench.write(now.text)
            saving?.isWritten = true
          } else {
            bench.unsaved.saveEnded(as: TextBase(bench.file.stamp))
            saving = nil
            if bench.text == bench.file.text {
              bench.unsaved.remove(bench.note, draft: 0)
              bench.kept = bench.text
            }
          }
        default:
          guard let now = saving, !now.isWritten else { break }
          bench.unsaved.saveFailed()
          saving = nil
        }
        #expect(bench.recovered == .text(bench.kept), "seed \(seed), step \(step)")
      }
    }
  }
}

@Suite("Undo across sessions")
struct UndoArchiveTests {
  private let note = NoteID("a.md")

  @Test("Undo and redo are restored for the same text, and for no other")
  func keeps() async throws {
    let versions = MemoryVersions()
    var text = Rope(Array("one".utf8))
    var history = UndoTree(for: text, at: 0)
    let edit = Edit(in: text, replacing: text.end..<text.end, with: Array(" two".utf8))
    text.apply(edit)
    history.record(
      edit, kind: .typing, from: Selections(Selection(at: .zero)),
      to: Selections(Selection(at: .zero)), at: 5)
    history.markSaved()
    try await versions.store(history, for: TextBeingSaved(text), of: note)
    var found = try #require(await versions.history(of: note, for: text))
    #expect(found == history)
    for edit in found.undo()?.edits ?? [] { text.apply(edit) }
    #expect(text == Rope(Array("one".utf8)))
    #expect(await versions.history(of: note, for: text) == nil)
    #expect(await versions.history(of: NoteID("b.md"), for: text) == nil)
    try await versions.keepUndo([1, 2, 3], of: note)
    #expect(await versions.history(of: note, for: text) == nil)
  }
}
