import TextEngine

/// A word that is replaced as it is typed: `:ab teh the`.
struct VimAbbreviation: Equatable, Sendable {
  /// Insert mode, the command line, or both.
  var modes: VimMapModes
  var word: String
  var played: [String]
  /// Whether maps apply to the played keys.
  var isRecursive: Bool

  /// Whether vim would ever recognize a word: only word characters, or only other ones before its
  /// last word character, or anything before a last other one.
  static func isPossible(_ word: String) -> Bool {
    let scalars = word.unicodeScalars.map { VimClasses.of($0.value) >= VimClasses.word }
    guard scalars.last == true, scalars.count > 1 else { return true }
    let first = scalars[scalars.count - 2]
    return scalars.dropLast().allSatisfy { $0 == first }
  }

  /// Returns the start of the word before a byte that may be an abbreviation; nil if there is none.
  /// Text before `least` is not part of it.
  static func start(in line: [UInt8], before end: Int, from least: Int) -> Int? {
    if end <= least { return nil }
    func isWord(_ column: Int) -> Bool { VimWords.kind(line, column) >= VimClasses.word }
    func isBlank(_ column: Int) -> Bool { line[column].isSpaceOrTab }
    var start = VimChars.previous(line, end)
    let endsInWord = isWord(start)
    // What is before the last character: word characters or others.
    let isLike = start > 0 ? isWord(VimChars.previous(line, start)) : true
    while start > least {
      let before = VimChars.previous(line, start)
      if isBlank(before) || endsInWord && isWord(before) != isLike { break }
      start = before
    }
    start = max(start, least)
    return start < end ? start : nil
  }
}

extension VimMaps {
  /// Returns the abbreviation for a typed word.
  func abbreviation(_ word: some Sequence<UInt8>, in mode: VimMapModes) -> VimAbbreviation? {
    abbreviations.last { $0.modes.contains(mode) && $0.word.utf8.elementsEqual(word) }
  }

  mutating func add(_ abbreviation: VimAbbreviation) {
    removeAbbreviation(in: abbreviation.modes) { $0.word == abbreviation.word }
    abbreviations.append(abbreviation)
  }

  /// Removes abbreviations. False if there are none.
  @discardableResult
  mutating func removeAbbreviation(
    in modes: VimMapModes, where isMeant: (VimAbbreviation) -> Bool
  ) -> Bool {
    var isFound = false
    for index in abbreviations.indices
    where isMeant(abbreviations[index]) && !abbreviations[index].modes.isDisjoint(with: modes) {
      abbreviations[index].modes.subtract(modes)
      isFound = true
    }
    abbreviations.removeAll(where: \.modes.isEmpty)
    return isFound
  }
}
