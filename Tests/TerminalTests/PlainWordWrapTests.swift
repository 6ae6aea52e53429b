import TestSupport
import Testing

@testable import Terminal

@Suite("Printable ASCII, wrapped without a look at each glyph")
struct PlainWordWrapTests {
  @Test("It wraps as any other text", arguments: [1, 2, 3, 8, 20, 40])
  func same(width: Int) {
    let words = [
      "a", "of", "wrap", "indescribable", "", " ", "   ", "\"quoted\"", "-", "0123456789",
    ]
    var random = SeededRandom(seed: UInt64(width))
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<25, using: &random)
      let line = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      guard WordWrap.rows(of: line, width: width) == WordWrap.measuredRows(of: line, width: width)
      else {
        Issue.record("“\(line)” at \(width)")
        return
      }
    }
  }
}
