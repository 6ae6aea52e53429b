/// Tags, and addresses of the web that stand for themselves.
extension BlockScanner {
  /// Behind `#tag`, or behind the mark where it begins none.
  mutating func readTag(_ index: Int, from start: Int, to stop: Int, isInWord: Bool) -> Int {
    guard index + 1 < stop, canPrecedeTag(index, start, isInWord) else { return index + 1 }
    let name = TagName(bytes, index + 1, stop)
    guard name.hasMore else { return max(index + 1, name.end) }
    var end = name.end
    while end > index + 1, bytes[end - 1] == Byte.slash { end -= 1 }
    if end > index + 1 { canvas.paint(index, end, [.tag]) }
    inline.tagEnd = name.end
    return name.end
  }

  /// A tag stands for itself: not within a word, an address or an entity.
  private func canPrecedeTag(_ index: Int, _ start: Int, _ isInWord: Bool) -> Bool {
    if index == start { return !isInWord }
    switch bytes[index - 1] {
    case 0x09...0x0d, 0x20, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: ">"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      return true
    case 0..<0x80: return false
    default:
      guard let scalar = Byte.scalar(bytes, before: index, from: start) else { return false }
      return TagName.isSeparator(scalar)
    }
  }

  /// `https://…`: its end is where no one would say that it goes on.
  mutating func readAddress(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard canvas.isOn, index >= inline.quietEnd,
      buffer.starts(with: "://", at: index, to: stop)
    else { return index + 1 }
    var first = index
    while first > start, index - first < 8, (bytes[first - 1] | 0x20) &- 0x61 < 26 { first -= 1 }
    guard first >= inline.tagEnd, index - first > 1, index - first < 8,
      first == start || !Byte.isName(bytes[first - 1])
    else { return index + 1 }
    var end = index + 3
    var depth = 0
    loop: while end < stop {
      switch bytes[end] {
      case 0...0x20, Byte.less, Byte.greater, UInt8(ascii: "\""), Byte.backtick, Byte.bar,
        Byte.closing:
        break loop
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { break loop }
        depth -= 1
      default: break
      }
      end += 1
    }
    while end > index + 3, Self.endsSentence(bytes[end - 1]) { end -= 1 }
    if end > index + 3 {
      canvas.paint(first, end, [.link])
      inline.quietEnd = end
    }
    return index + 3
  }

  private static func endsSentence(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.dot, UInt8(ascii: ","), UInt8(ascii: ";"), Byte.colon, Byte.bang,
      UInt8(ascii: "?"), UInt8(ascii: "'"), Byte.star, Byte.underscore, Byte.tilde:
      true
    default: false
    }
  }
}

/// What a tag may be called.
struct TagName {
  /// Where the name ends.
  private(set) var end: Int
  /// It is more than digits.
  private(set) var hasMore = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) {
    end = start
    while end < stop {
      let byte = bytes[end]
      if byte < 0x80 {
        if !Byte.isDigit(byte) {
          guard Byte.isName(byte) || byte == Byte.underscore || byte == Byte.slash else { return }
          hasMore = true
        }
        end += 1
        continue
      }
      let (scalar, length) = Byte.scalar(bytes, at: end, to: stop)
      guard let scalar else { return }
      switch Self.part(scalar) {
      case .letter: hasMore = true
      case .digit: break
      case .mark:
        // Nothing begins with a mark: `#` and U+20E3 are a key's cap.
        if end == start { return }
      case .none: return
      }
      end += length
    }
  }

  private enum Part { case letter, digit, mark, none }

  private static func part(_ scalar: Unicode.Scalar) -> Part {
    switch scalar.value {
    case 0xd7, 0xf7: return .none
    case 0xc0..<0x250, 0x3041..<0x3097, 0x30a1..<0x30fb, 0x4e00..<0xa000, 0xac00..<0xd7a4:
      return .letter
    // Joiners within words and emoji, and the letters of flags.
    case 0x200c, 0x200d, 0xe0020..<0xe0080: return .mark
    default: break
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber: return .digit
    case .nonspacingMark, .enclosingMark: return .mark
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .spacingMark, .letterNumber, .otherNumber, .otherSymbol, .modifierSymbol, .currencySymbol,
      .mathSymbol:
      return .letter
    // An emoji newer than our tables.
    case .unassigned: return scalar.value >= 0x1f000 ? .letter : .none
    default: return .none
    }
  }

  /// A blank or a mark between words, in any script.
  static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}
