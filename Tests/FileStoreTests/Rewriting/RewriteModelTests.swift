import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

/// Random rewrites, undos and edits by others, compared with plain arrays of bytes.
@Suite("Rewriting against a model")
struct RewriteModelTests {
  @Test(
    "Every note matches the model after any rewrites and undos", arguments: [1, 2])
  func randomly(seed: UInt64) async throws {
    var run = RewriteModel(seed: seed)
    for _ in 0..<250 { try await run.step() }
    #expect(run.undone > 20)
    #expect(run.refused > 5)
  }
}

private struct RewriteModel {
  private let bench = Bench(disk: Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 }))
  private let state = TemporaryFolder()
  private let notes: FolderMoves
  private var random: SeededRandom
  private var texts: [[UInt8]] = []
  private var done: (receipt: RewriteReceipt, before: [[UInt8]], after: [[UInt8]])?
  var undone = 0
  var refused = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    notes = FolderMoves(
      bench.vault, journal: state.bytes + Array("/moves".utf8), rewriter: .links { _ in [] })
    for note in 0..<6 {
      texts.append((0..<30).map { _ in byte() })
      bench.folder.write(name(note), texts[note])
    }
  }

  private func name(_ note: Int) -> [UInt8] { Array("\(note) \u{e9}.md".utf8) }

  /// A small alphabet, so that much is found; some bytes are not UTF-8.
  private mutating func byte() -> UInt8 {
    [0x61, 0x62, 0x0a, 0xff, 0x0d, 0x0a].randomElement(using: &random) ?? 0
  }

  mutating func step() async throws {
    bench.clock.advance(by: .milliseconds(3))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: edit()
    case 1, 2: try await undo()
    default: try await rewrite()
    }
    for note in texts.indices {
      #expect(bench.folder.read(name(note)) == texts[note])
    }
  }

  /// Another program writes a line at the end of a note.
  private mutating func edit() {
    let note = Int.random(in: 0..<texts.count, using: &random)
    texts[note] = [0x0a] + texts[note] + [0x0a, byte()]
    bench.folder.write(name(note), texts[note])
    done = nil
  }

  private mutating func rewrite() async throws {
    let old = (0..<Int.random(in: 1...2, using: &random)).map { _ in byte() }
    let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in byte() }
    var after = texts
    var changes: [NoteChange] = []
    for note in texts.indices where Bool.random(using: &random) {
      var change = NoteChange.replacing(
        old, by: new, in: texts[note], of: NoteID(NotePath(bytes: name(note))))
      if change.pieces.isEmpty { continue }
      change.pieces.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
      for piece in change.pieces.reversed() { after[note].replaceSubrange(piece.range, with: new) }
      changes.append(change)
    }
    // Occasionally another program writes in between.
    if let last = changes.last, let piece = last.pieces.last,
      Int.random(in: 0..<5, using: &random) == 0
    {
      let note = texts.indices.first { NoteID(NotePath(bytes: name($0))) == last.note } ?? 0
      texts[note][piece.range.lowerBound] = 0x7a
      bench.folder.write(name(note), texts[note])
      await #expect(throws: NoteStoreError.changedOutside(last.note.path)) {
        try await notes.rewrite(changes)
      }
      refused += 1
      done = nil
      return
    }
    let receipt = try await notes.rewrite(changes)
    done = (receipt, texts, after)
    texts = after
  }

  private mutating func undo() async throws {
    guard let last = done else { return }
    let receipt = try await notes.undo(last.receipt)
    texts = last.before
    done = (receipt, last.after, last.before)
    undone += 1
  }
}
