/// How a query is found in a name, the best way first.
package enum FuzzyFit: Int, Comparable, Sendable {
  case whole
  case start
  /// As one or more whole words.
  case words
  case wordStart
  case inside
  /// Its words or letters are apart.
  case scattered

  package static func < (left: FuzzyFit, right: FuzzyFit) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension FuzzyQuery {
  /// Returns how the query is found in a name that it matches.
  package func fit(in name: String) -> FuzzyFit {
    var letters = FoldedLetters()
    letters.append(name)
    return fit(in: letters)
  }

  /// Returns the best way in which one of the names has the query.
  package func bestFit(in names: some Sequence<String>) -> FuzzyFit {
    names.reduce(.scattered) { min($0, fit(in: $1)) }
  }

  private func fit(in name: FoldedLetters) -> FuzzyFit {
    let wanted = folded
    guard !wanted.isEmpty, wanted.count <= name.bytes.count else { return .scattered }
    var best = FuzzyFit.scattered
    for start in 0...(name.bytes.count - wanted.count)
    where name.bytes[start..<start + wanted.count].elementsEqual(wanted) {
      let end = start + wanted.count
      if start == 0 { return end == name.bytes.count ? .whole : .start }
      guard name.signs[start].contains(.start) else {
        best = min(best, .inside)
        continue
      }
      best = min(best, name.isInWord(at: end) ? .wordStart : .words)
    }
    return best
  }

  /// The words as they were typed, with a blank between them.
  private var folded: [UInt8] {
    Array(words.map { $0.letters.flatMap { [$0.lead] + $0.rest } }.joined(separator: [0x20]))
  }
}

extension FoldedLetters {
  /// Whether the letter at an offset continues a word.
  fileprivate func isInWord(at offset: Int) -> Bool {
    guard bytes.indices.contains(offset), !signs[offset].contains(.start) else { return false }
    let byte = bytes[offset]
    return byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte)
  }
}
