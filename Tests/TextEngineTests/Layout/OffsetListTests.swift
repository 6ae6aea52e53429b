import TestSupport
import Testing

@testable import TextEngine

@Suite("Items at offsets of a text")
struct OffsetListTests {
  private struct Mark: Positioned, Equatable {
    var offset: Int
    var name: Int
  }

  @Test("Items at offsets move through edits like those of a plain array", arguments: 1...3)
  func agreesWithArray(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var list = OffsetList<Mark>(byteCount: 1_000)
    var model: [Mark] = []
    for step in 0..<3_000 {
      let offset = Int.random(in: 0...list.byteCount, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where !model.contains { $0.offset == offset }:
        let index = list.count(before: offset)
        list.insert(Mark(offset: offset, name: step), at: index)
        model.insert(Mark(offset: offset, name: step), at: index)
      case 1 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &random)
        list.remove(at: index)
        model.remove(at: index)
      case 2 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &random)
        list[index].name = -step
        model[index].name = -step
      default:
        let removed = min(list.byteCount - offset, Int.random(in: 0...9, using: &random))
        let inserted = Int.random(in: 0...9, using: &random)
        list.replace(at: offset, removing: removed, inserting: inserted)
        model.removeAll { offset < $0.offset && $0.offset < offset + removed }
        for index in model.indices where model[index].offset > offset {
          model[index].offset += inserted - removed
        }
      }
      #expect(list.indices.map { list[$0] } == model)
      #expect(list.count(before: offset) == model.count { $0.offset < offset })
      #expect(list.count(upTo: offset) == model.count { $0.offset <= offset })
    }
  }
}
