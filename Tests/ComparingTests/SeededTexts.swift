import TestSupport

/// Short texts of few different lines, so that many of them meet.
struct SeededTexts {
  private var random: SeededRandom
  private static let lines =
    [
      "a\n", "b\n", "c\n", "d\n", "e\n", "\n", "a\r\n", "\r\n", "\u{0}\n", "- [ ] x\n", "é\n",
    ].map { Array($0.utf8) } + [[0xff, 0xfe, 0x0a]]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func line() -> [UInt8] { Self.lines[number(0..<Self.lines.count)] }

  mutating func text() -> [UInt8] {
    var text = (0..<number(0..<14)).flatMap { _ in line() }
    if number(0..<3) == 0 { text += Array("end".utf8) }
    return text
  }

  /// The text with a few lines put in, taken out and replaced.
  mutating func edited(_ text: [UInt8]) -> [UInt8] {
    var lines = split(text)
    for _ in 0..<number(0..<4) {
      let place = number(0..<(lines.count + 1))
      switch number(0..<3) {
      case 0: lines.insert(line(), at: place)
      case 1 where place < lines.count: lines.remove(at: place)
      default: if place < lines.count { lines[place] = line() }
      }
    }
    return lines.flatMap(\.self)
  }
}

/// The plainest way to cut a text into lines with their endings.
func split(_ text: [UInt8]) -> [[UInt8]] {
  var lines: [[UInt8]] = []
  var line: [UInt8] = []
  for byte in text {
    line.append(byte)
    if byte == 0x0a {
      lines.append(line)
      line = []
    }
  }
  return line.isEmpty ? lines : lines + [line]
}
