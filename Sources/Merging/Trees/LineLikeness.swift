import Bytes
import Comparing
import Entities
import Services

/// Finds, among many texts, those that share most of their lines with another one. Texts are found by
/// their lines, so that not each is compared with each.
struct LineLikeness {
  struct Match {
    var path: NotePath
    /// How many of 100 lines are the same.
    var score: Int
  }

  static let least = 60
  /// Larger files are compared by their blobs alone.
  private static let mostBytes = 1 << 20
  /// A line that so many texts have says little about any: a template's, a closing bracket.
  private static let mostTexts = 40

  private var texts: [(path: NotePath, lines: Set<Int>)] = []
  private var textsByLine: [Int: [Int]] = [:]

  mutating func add(_ path: NotePath, _ bytes: [UInt8]) {
    let lines = Self.lines(of: bytes)
    if lines.isEmpty { return }
    for line in lines { textsByLine[line, default: []].append(texts.count) }
    texts.append((path, lines))
  }

  /// The likest first.
  func matches(for bytes: [UInt8]) -> [Match] {
    let lines = Self.lines(of: bytes)
    var shared: [Int: Int] = [:]
    for line in lines {
      guard let found = textsByLine[line], found.count <= Self.mostTexts else { continue }
      for text in found { shared[text, default: 0] += 1 }
    }
    let likest = shared.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return likest.prefix(8).compactMap { index, _ in
      let text = texts[index]
      let same = text.lines.intersection(lines).count
      let score = 100 * same / max(text.lines.count, lines.count)
      return score >= Self.least ? Match(path: text.path, score: score) : nil
    }
  }

  /// The lines that say something, as numbers.
  private static func lines(of bytes: [UInt8]) -> Set<Int> {
    if bytes.count > mostBytes || bytes.contains(0) { return [] }
    let text = TextLines(bytes)
    var lines: Set<Int> = []
    for index in 0..<text.count {
      let line = text.text(of: index)
      if line.allSatisfy(Byte.isBlank) { continue }
      var hasher = Hasher()
      line.withUnsafeBytes { hasher.combine(bytes: $0) }
      lines.insert(hasher.finalize())
    }
    return lines
  }
}
