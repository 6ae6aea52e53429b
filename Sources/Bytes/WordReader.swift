/// Splits a line into words for spelling dictionaries: letters, and the characters that a
/// dictionary adds to them. The rules are those of `hunspell -l`, so that both look up the same
/// words: addresses and paths have none, and an apostrophe between letters belongs to the word.
package struct WordReader: Equatable, Sendable {
  package struct Word: Equatable, Sendable {
    /// The range to look up in a dictionary.
    package let whole: Range<Int>
    /// The same without added characters at its ends: the range to mark as misspelled.
    package let core: Range<Int>
  }

  private let ascii: [Bool]
  private let signs: Set<Unicode.Scalar>
  private let joinsStraight: Bool
  private let joinsCurly: Bool

  /// `signs` are the characters that belong to words besides letters, as in a dictionary's `WORDCHARS`.
  package init(signs text: String) {
    let signs = Set(text.unicodeScalars)
    self.signs = signs
    ascii = (0..<128).map { Byte.isLetter($0) || signs.contains(Unicode.Scalar($0)) }
    joinsStraight = signs.contains("'") || signs.contains("’")
    joinsCurly = signs.contains("'")
  }

  package func words(
    in bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> [Word] {
    var words: [Word] = []
    var addresses = addresses(in: bytes, start, stop)[...]
    var begin: Int?
    var core: Range<Int>?
    func end(at end: Int) {
      defer { (begin, core) = (nil, nil) }
      guard let from = begin, let core else { return }
      while let first = addresses.first, first.upperBound <= from { addresses.removeFirst() }
      if let first = addresses.first, first.contains(from) { return }
      let isEntity =
        from > start && bytes[from - 1] == Byte.ampersand
        && end < stop && bytes[end] == UInt8(ascii: ";")
      if isEntity { return }
      // Some dictionaries allow colons within words; at the end, a colon is punctuation.
      words.append(Word(whole: from..<(bytes[end - 1] == Byte.colon ? end - 1 : end), core: core))
    }
    var index = start
    while index < stop {
      let (kind, length) = part(bytes, index, stop)
      let belongs =
        switch kind {
        case .letter, .sign: true
        case .mark: begin != nil
        case .none: begin != nil && joins(bytes, index, stop)
        }
      if belongs {
        begin = begin ?? index
        if kind == .letter || kind == .mark {
          core = (core?.lowerBound ?? index)..<(index + length)
        }
      } else {
        end(at: index)
      }
      index += length
    }
    end(at: stop)
    return words
  }

  // MARK: - Parts of a word

  private enum Part { case letter, sign, mark, none }

  /// Digits count as letters if the dictionary's added characters contain them.
  private func part(
    _ bytes: Span<UInt8>, _ index: Int, _ stop: Int
  ) -> (kind: Part, length: Int) {
    let byte = bytes[index]
    if byte < 0x80 {
      guard ascii[Int(byte)] else { return (.none, 1) }
      return (Byte.isLetter(byte) || Byte.isDigit(byte) ? .letter : .sign, 1)
    }
    let (scalar, length) = UTF8Scalars.decode(bytes, at: index, end: stop)
    // For hunspell, nothing beyond 16 bits is a letter, nor is any ideograph.
    guard let scalar, scalar.value < 0x10000, !scalar.properties.isIdeographic else {
      return (.none, length)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return (.letter, length)
    case .nonspacingMark, .spacingMark: return (.mark, length)
    default: break
    }
    if signs.contains(scalar) { return (.sign, length) }
    // Characters that join or separate letters, as in Persian.
    let isJoiner = scalar == "\u{200c}" || scalar == "\u{200d}"
    return (isJoiner ? .mark : .none, length)
  }

  /// Whether there is an apostrophe here, followed by a letter.
  private func joins(
    _ bytes: Span<UInt8>, _ index: Int, _ stop: Int
  ) -> Bool {
    let behind: Int
    if joinsStraight, bytes[index] == UInt8(ascii: "'") {
      behind = index + 1
    } else if joinsCurly, Byte.matches("’", in: bytes, at: index, to: stop) {
      behind = index + 3
    } else {
      return false
    }
    guard behind < stop else { return false }
    let kind = part(bytes, behind, stop).kind
    return kind == .letter || kind == .sign
  }

  // MARK: - Addresses

  /// Returns web addresses, mail addresses and file paths, in order.
  private func addresses(
    in bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> [Range<Int>] {
    let marks = [Byte.slash, UInt8(ascii: "@"), Byte.backslash]
    guard marks.contains(where: { Byte.find($0, in: bytes, from: start, to: stop) != nil }) else {
      return []
    }
    var found: [Range<Int>] = []
    var begin: Int?
    var isAddress = false
    var index = start
    while index < stop {
      let (kind, length) = part(bytes, index, stop)
      let isPart = kind == .letter || kind == .sign
      if let from = begin {
        if bytes[index] == UInt8(ascii: "@")
          || Byte.matches(":\\", in: bytes, at: index, to: stop)
          || Byte.matches("://", in: bytes, at: index, to: stop)
        {
          isAddress = true
        } else if !isPart, kind != .mark, !Self.mayBeInAddress(bytes[index]) {
          if isAddress { found.append(from..<index) }
          begin = nil
        }
      } else if isPart || bytes[index] == Byte.slash {
        begin = index
        isAddress = bytes[index] == Byte.slash
      }
      index += length
    }
    if let begin, isAddress { found.append(begin..<stop) }
    return found
  }

  private static func mayBeInAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.dash, Byte.underscore, Byte.backslash, Byte.dot, Byte.colon, Byte.slash, Byte.tilde,
      Byte.percent, Byte.star, Byte.dollar, Byte.opening, Byte.closing, UInt8(ascii: "?"),
      Byte.bang:
      true
    default: Byte.isDigit(byte)
    }
  }
}
