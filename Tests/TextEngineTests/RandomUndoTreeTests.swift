import Bytes
import TestSupport
import Testing

@testable import TextEngine

@Suite("Random undoing")
struct RandomUndoTreeTests {
  @Test(
    "Every reachable state has the text that it had", arguments: [1, 2, 3] as [UInt64])
  func agreesWithTexts(seed: UInt64) {
    var run = Run(seed: seed, limit: seed == 3 ? 150_000 : 1 << 30)
    for step in 0..<10_000 {
      if let problem = run.step() {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
    // From session to session.
    do {
      let bytes = run.typist.history.encoded(for: run.typist.text)
      let read = try UndoTree(bytes, for: run.typist.text, limit: run.typist.history.limit)
      #expect(read.encoded(for: run.typist.text) == bytes)
      #expect(read.states == run.typist.history.states)
      run.typist.history = read
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
    for step in 0..<500 {
      if let problem = run.step() {
        Issue.record("seed \(seed), step \(step) after reading: \(problem)")
        return
      }
    }
  }

  private struct Run {
    var random: SeededRandom
    var typist: Typist
    var texts: [UndoTree.StateID: [UInt8]] = [:]
    var saved: UndoTree.StateID?
    var steps = 0

    init(seed: UInt64, limit: Int) {
      random = SeededRandom(seed: seed)
      typist = Typist("one\r\ntwo\n", limit: limit)
      texts[typist.history.current] = typist.text.bytes
      saved = typist.history.current
    }

    mutating func step() -> String? {
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<3: typist.undo()
      case 3..<5: typist.redo()
      case 5: typist.follow(neighbor(by: -1))
      case 6: typist.follow(neighbor(by: 1))
      case 7 where steps % 10 == 0, 8 where steps % 10 == 0:
        let number = Int.random(in: 0...typist.history.lastNumber, using: &random)
        typist.follow(typist.history.move(to: UndoTree.StateID(number: number)))
      case 9:
        let branches = typist.history.children(of: typist.history.current)
        if let id = branches.randomElement(using: &random) {
          typist.follow(typist.history.move(to: id))
        }
      case 10:
        typist.history.markSaved()
        saved = typist.history.current
      default: edit()
      }
      return problem()
    }

    /// Goes to the state that was made before or after this one, on whatever branch.
    mutating func neighbor(by step: Int) -> UndoTree.Step? {
      let number = typist.history.current.number + step
      return typist.history.move(to: UndoTree.StateID(number: number))
    }

    mutating func edit() {
      typist.clock += Int64.random(in: -100...1_500, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        typist.offset = ByteOffset(Int.random(in: 0...typist.text.byteCount, using: &random))
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where typist.offset > .zero: typist.delete(backwards: true)
      case 1 where typist.offset < typist.text.end: typist.delete(backwards: false)
      case 2 where typist.text.byteCount > 400: typist.replaceAll(with: [])
      case 2: typist.perform(RandomEdits.edit(in: typist.text, &random), .other)
      default:
        typist.type(["a", " ", "b", "é", "\n"].randomElement(using: &random) ?? "", pausing: 50)
      }
      texts[typist.history.current] = typist.text.bytes
    }

    mutating func problem() -> String? {
      steps += 1
      let history = typist.history
      if typist.text.bytes != texts[history.current] { return "another text than it was" }
      // Looks at all states, so not each time.
      if steps % 40 == 0, let problem = history.brokenInvariant {
        return problem
      }
      if steps % 40 == 0 {
        let known = Set(history.states.map(\.id))
        texts = texts.filter { known.contains($0.key) }
      }
      if history.isAtSavedPoint != (saved == history.current) { return "saved or not?" }
      if history.cost > history.limit, !history.isWithin(UndoTree.leastSteps) {
        return "\(history.cost) bytes"
      }
      return typist.text.brokenInvariant
    }
  }

  @Test("A tree that was truncated or changed anywhere is refused, and never traps")
  func refusesDamage() throws {
    var typist = Typist("text")
    typist.type("some words", pausing: 10)
    typist.undo()
    typist.type("other\nlines", pausing: 10)
    let bytes = typist.history.encoded(for: typist.text)
    for count in bytes.indices {
      #expect(throws: UndoTree.ReadingProblem.self) {
        try UndoTree(Array(bytes[..<count]), for: typist.text)
      }
    }
    for offset in bytes.indices {
      var changed = bytes
      changed[offset] ^= 0x41
      #expect(throws: UndoTree.ReadingProblem.self) {
        try UndoTree(changed, for: typist.text)
      }
    }
    #expect(throws: UndoTree.ReadingProblem.otherText) {
      try UndoTree(bytes, for: Rope(Array("text".utf8)))
    }
    #expect(throws: UndoTree.ReadingProblem.unknown) { try UndoTree([], for: typist.text) }
  }

  @Test("A tree forged with a correct checksum is refused or does no harm", arguments: [1, 2, 3])
  func survivesForgery(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var typist = Typist("text")
    for word in ["some", " words", "\n", "é"] { typist.type(word, pausing: 10) }
    typist.undo()
    typist.type("other", pausing: 10)
    let bytes = typist.history.encoded(for: typist.text)
    let head = UndoTree.mark.count + 8
    var accepted = 0
    for _ in 0..<3_000 {
      var payload = Array(bytes[head...])
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // After the text's length and digest, since a change of those is always refused.
        let offset = Int.random(in: 9..<payload.count, using: &random)
        payload[offset] =
          Bool.random(using: &random)
          ? UInt8.random(in: .min ... .max, using: &random) : payload[offset] ^ 1
      }
      var digest = RunningDigest()
      payload.withUnsafeBytes { digest.add($0) }
      var checksum = ByteWriter()
      checksum.write(fixed: digest.value)
      guard
        let tree = try? UndoTree(UndoTree.mark + checksum.bytes + payload, for: typist.text)
      else { continue }
      accepted += 1
      visitAll(tree, typist.text)
    }
    #expect(accepted > 0)
  }

  /// Applying an edit that does not fit would trap.
  private func visitAll(_ tree: UndoTree, _ text: Rope) {
    var (tree, text) = (tree, text)
    for state in tree.states {
      for edit in tree.move(to: state.id)?.edits ?? [] { text.apply(edit) }
      if let problem = tree.brokenInvariant { Issue.record("\(problem)") }
    }
  }

  @Test("A tree is encoded within a limit, with its last steps")
  func writesWithinLimit() throws {
    var typist = Typist("")
    for _ in 0..<200 { typist.insert([UInt8](repeating: 0x61, count: 300)) }
    let bytes = typist.history.encoded(for: typist.text, limit: 40_000)
    #expect(bytes.count < 40_000)
    typist.history = try UndoTree(bytes, for: typist.text)
    let count = typist.undoneTexts.count
    #expect(count > 10 && count < 200)
  }
}

extension UndoTree {
  /// Whether at most `count` steps lead to the current text.
  fileprivate func isWithin(_ count: Int) -> Bool {
    var id = current
    var steps = 0
    while let node = nodes[id] {
      id = node.parent
      steps += 1
    }
    return steps <= count && nodes.count <= count
  }
}
