import TestSupport
import Testing

@testable import TextEngine

@Suite("Encoding edits, and the common ends of two texts")
struct EditCodingTests {
  @Test("A decoded edit equals the original, for its text and for one extended at the end")
  func roundTrip() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2_000 {
      let text = RandomEdits.text(&random)
      let edit = RandomEdits.edit(in: text, &random)
      let back = Edit(edit.encoded, in: text)
      #expect(back == edit)
      var longer = text
      longer.append(Rope(Array("behind".utf8), limits: RopeTests.small))
      #expect(Edit(edit.encoded, in: longer) == edit.withTextGrown(by: 6))
    }
  }

  @Test("Bytes that are not a valid edit of a text are refused")
  func hostile() {
    var random = SeededRandom(seed: 12)
    for _ in 0..<3_000 {
      let text = RandomEdits.text(&random)
      var bytes = RandomEdits.edit(in: text, &random).encoded
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case 1: bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: .min ... .max)
      default: bytes = bytes.map { _ in UInt8.random(in: .min ... .max, using: &random) }
      }
      guard let edit = Edit(bytes, in: text) else { continue }
      #expect(RandomEdits.isSound(edit))
      var changed = text
      changed.apply(edit)
      #expect(changed.byteCount == edit.byteCountAfter)
      changed.apply(edit.inverse)
      #expect(changed == text)
    }
    let long = Rope(Array("0123456789".utf8))
    let atEnd = Edit(in: long, replacing: long.end..<long.end, with: [1])
    #expect(Edit(atEnd.encoded, in: Rope(Array("012".utf8))) == nil)
  }

  @Test("The common start and end of two texts are counted as in plain arrays")
  func shared() {
    var random = SeededRandom(seed: 13)
    for _ in 0..<2_000 {
      let one = RandomEdits.text(&random)
      var other = one
      if Bool.random(using: &random) { other.apply(RandomEdits.edit(in: one, &random)) }
      if Bool.random(using: &random) { other = Rope(other.bytes, limits: RopeTests.small) }
      if Int.random(in: 0..<9, using: &random) == 0 { other = RandomEdits.text(&random) }
      let (left, right) = (one.bytes, other.bytes)
      let prefix = zip(left, right).prefix { $0 == $1 }.count
      let suffix = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
      let limit = Int.random(in: 0...left.count + 1, using: &random)
      #expect(one.sharedPrefix(with: other) == prefix)
      #expect(one.sharedSuffix(with: other, atMost: limit) == min(suffix, limit))
    }
  }
}
