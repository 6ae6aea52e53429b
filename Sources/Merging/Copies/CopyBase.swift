import Bytes
import Entities
import Services

/// Chooses, among the kept versions of a note, the text that the note and its copy came of.
///
/// A version that was kept after one of the two was written is none of its past, and what is the same as
/// one of them says nothing of the other. Of those that are left it is the one from which both texts
/// are reached by the fewest words: what both added counts once, and what one of them lacks twice,
/// because a version that is too young has words that one of them never had. Of several that are as near
/// the newest is taken.
///
/// Where clocks differ all versions may seem too young. Then one is taken only if both texts have every
/// line of it, so that nothing can be taken for deleted.
struct CopyBase {
  /// As many versions are looked at, the newest first.
  static let most = 24

  private let note: [UInt8]
  private let copy: [UInt8]
  private let noteWords: [Int: Int]
  private let copyWords: [Int: Int]
  private var best: (bytes: [UInt8], cost: Int)?

  init(note: [UInt8], copy: [UInt8]) {
    self.note = note
    self.copy = copy
    noteWords = Self.words(in: note)
    copyWords = Self.words(in: copy)
  }

  /// Nil where none was fit.
  var bytes: [UInt8]? { best?.bytes }

  /// Versions come the newest first.
  mutating func consider(_ version: [UInt8], isOlder: Bool) {
    guard version != note, version != copy else { return }
    if !isOlder, !Self.hasAllLines(of: version, note) || !Self.hasAllLines(of: version, copy) {
      return
    }
    let cost = cost(of: version)
    if cost < best?.cost ?? .max { best = (version, cost) }
  }

  private func cost(of version: [UInt8]) -> Int {
    let words = Self.words(in: version)
    var cost = 0
    for (word, count) in words {
      let (mine, theirs) = (noteWords[word] ?? 0, copyWords[word] ?? 0)
      cost += 2 * max(0, count - min(mine, theirs)) + max(0, max(mine, theirs) - count)
    }
    for (word, count) in noteWords where words[word] == nil {
      cost += max(count, copyWords[word] ?? 0)
    }
    for (word, count) in copyWords where words[word] == nil && noteWords[word] == nil {
      cost += count
    }
    return cost
  }

  private static func words(in text: [UInt8]) -> [Int: Int] {
    var words: [Int: Int] = [:]
    text.withUnsafeBufferPointer { text in
      var start = 0
      while start < text.count {
        var end = start
        while end < text.count, text[end] > 0x20 { end += 1 }
        if end > start {
          var hasher = Hasher()
          hasher.combine(
            bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end])))
          words[hasher.finalize(), default: 0] += 1
        }
        start = end + 1
      }
    }
    return words
  }

  private static func hasAllLines(of base: [UInt8], _ text: [UInt8]) -> Bool {
    LineDifference.between(base, text).allSatisfy(\.old.isEmpty)
  }
}
