/// Texts made of what means something to a note's head, and of noise.
package struct SeededBytes {
  private var random: SeededRandom
  private let pieces: [[UInt8]] = [
    "---", "\n", "title:", "# ", "===", "```", " ", "\t", "\r\n", "é", "👨‍👩‍👧", "'", "\"", "\\", "a",
    "- ",
    "> ", "1. ", "\u{FEFF}", "...",
  ].map { Array($0.utf8) }

  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  package mutating func text() -> [UInt8] {
    (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
      Int.random(in: 0..<8, using: &random) == 0
        ? [UInt8.random(in: .min ... .max, using: &random)]
        : pieces.randomElement(using: &random) ?? []
    }
  }
}
