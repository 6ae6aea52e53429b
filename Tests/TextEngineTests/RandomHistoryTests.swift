import TestSupport
import Testing

@testable import TextEngine

@Suite("Random edits, undone and redone")
struct RandomHistoryTests {
  private static let stepsOfEach = 10_000

  /// A hundred thousand steps in all.
  @Test(
    "A rope with its history agrees with a plain array and all its earlier states",
    arguments: Array(1...10) as [UInt64])
  func agreesWithArrays(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var engine = Engine(seed: seed)
    var model = Model()
    for step in 0..<Self.stepsOfEach {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2:
        let canUndo = engine.undo()
        if canUndo != model.undo() { return tell("undo", seed, step) }
      case 2..<4:
        let canRedo = engine.redo()
        if canRedo != model.redo() { return tell("redo", seed, step) }
      default:
        let changes = model.randomChanges(&random)
        engine.replace(changes)
        model.replace(changes)
      }
      if engine.text.bytes != model.text { return tell("other bytes", seed, step) }
      if let broken = engine.text.brokenInvariant { return tell(broken, seed, step) }
      if engine.text.newlineCount != model.text.count(where: { $0 == 0x0a }) {
        return tell("other lines", seed, step)
      }
      // Looks at all states, so not each time.
      if step % 100 == 0, let broken = engine.history.brokenInvariant {
        return tell(broken, seed, step)
      }
      // A real text has a limited history.
      if step % 1_000 == 999 {
        engine.history = UndoTree(for: engine.text, at: 0)
        model.forgetHistory()
      }
    }
  }

  private func tell(_ problem: String, _ seed: UInt64, _ step: Int) {
    Issue.record("seed \(seed), step \(step): \(problem)")
  }

  private typealias Change = (range: Range<Int>, bytes: [UInt8])

  private struct Engine {
    var text: Rope
    var history: UndoTree

    init(seed: UInt64) {
      text = Rope([], limits: RopeLimits(leaf: seed % 2 == 0 ? 16 : 32, fanout: 4))
      history = UndoTree(for: text, at: 0)
    }

    mutating func replace(_ changes: [Change]) {
      var builder = EditBuilder(text)
      for change in changes { builder.replace(change.range.offsets, with: change.bytes) }
      let edit = builder.takeEdit()
      text.apply(edit)
      let nowhere = Selections(Selection(at: .zero))
      history.record(edit, kind: .other, from: nowhere, to: nowhere, at: 0)
    }

    mutating func undo() -> Bool { follow(history.undo()) }
    mutating func redo() -> Bool { follow(history.redo()) }

    private mutating func follow(_ step: UndoTree.Step?) -> Bool {
      for edit in step?.edits ?? [] { text.apply(edit) }
      return step != nil
    }
  }

  private struct Model {
    private(set) var text: [UInt8] = []
    private var undone: [[UInt8]] = []
    private var done: [[UInt8]] = []

    /// Ordered and separate ranges, also adjacent or empty ones.
    func randomChanges(_ random: inout SeededRandom) -> [Change] {
      var changes: [Change] = []
      var offset = Int.random(in: 0...text.count, using: &random)
      let longest = text.count > 700 ? 400 : 6
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let high = min(text.count, offset + Int.random(in: 0...longest, using: &random))
        changes.append((offset..<high, RandomEdits.pieces.randomElement(using: &random) ?? []))
        offset = min(text.count, high + Int.random(in: 0...8, using: &random))
      }
      return changes
    }

    mutating func replace(_ changes: [Change]) {
      let isNothing = changes.allSatisfy { $0.range.isEmpty && $0.bytes.isEmpty }
      if isNothing { return }
      done.append(text)
      undone = []
      for change in changes.reversed() { text.replaceSubrange(change.range, with: change.bytes) }
    }

    mutating func undo() -> Bool {
      guard let last = done.popLast() else { return false }
      undone.append(text)
      text = last
      return true
    }

    mutating func redo() -> Bool {
      guard let next = undone.popLast() else { return false }
      done.append(text)
      text = next
      return true
    }

    mutating func forgetHistory() { (done, undone) = ([], []) }
  }
}
