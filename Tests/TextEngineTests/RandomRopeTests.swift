import TestSupport
import Testing

@testable import TextEngine

@Suite("Random changes of a rope")
struct RandomRopeTests {
  private static let pieces: [[UInt8]] =
    ["a", "bc ", "\n", "\r\n", "\r", "é", "日本", "x\ny\nz", "", "a longer piece\nof two lines"]
    .map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00]]

  @Test("A rope agrees with a plain array", arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithArray(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model: [UInt8] = []
    let limits = RopeLimits(leaf: seed % 2 == 0 ? 16 : 32, fanout: seed % 2 == 0 ? 4 : 6)
    var rope = Rope(root: .empty, limits: limits)
    var snapshot = (rope, model)
    for step in 0..<10_000 {
      Self.change(&rope, &model, &random)
      if let problem = rope.brokenInvariant {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
      if rope.bytes != model || snapshot.0.bytes != snapshot.1 {
        Issue.record("seed \(seed), step \(step): other bytes")
        return
      }
      if step % 50 == 0 { snapshot = (rope, model) }
    }
    // The tree is no deeper than its fill allows.
    #expect(rope.height <= 8)
  }

  private static func change(
    _ rope: inout Rope, _ model: inout [UInt8], _ random: inout SeededRandom
  ) {
    let low = Int.random(in: 0...model.count, using: &random)
    let isLong = model.count > 900 || Int.random(in: 0..<20, using: &random) == 0
    let most = isLong ? model.count : min(model.count, low + 3)
    let high = Int.random(in: low...most, using: &random)
    let range = (low..<high).offsets
    switch Int.random(in: 0..<40, using: &random) {
    case 0:
      // A part of the text itself, doubled at most.
      let part = model.count > 400 ? rope[(low..<low).offsets] : rope[range]
      let offset = Int.random(in: 0...model.count, using: &random)
      rope.replace((offset..<offset).offsets, with: part)
      model.insert(contentsOf: model.count > 400 ? [] : Array(model[low..<high]), at: offset)
    case 1:
      let other = rope[range]
      if model.count < 800 {
        rope.append(other)
        model += model[low..<high]
      } else {
        rope = other
        model = Array(model[low..<high])
      }
    case 2:
      // As long as sixteen leaves: split and joined.
      let long = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
      rope.replace(range, with: long)
      model.replaceSubrange(low..<high, with: long)
    default:
      let piece = pieces.randomElement(using: &random) ?? []
      rope.replace(range, with: piece)
      model.replaceSubrange(low..<high, with: piece)
    }
  }
}
