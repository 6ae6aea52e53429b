import Bytes

/// The name of a tag: letters of any script, digits, `_`, `-` and `/`, and emoji.
package struct TagName {
  /// The end of the name, including trailing slashes.
  package private(set) var end: Int
  /// The range of the name without trailing slashes.
  package private(set) var range: Range<Int>
  /// Whether the name is more than digits with trailing slashes; otherwise it is not a tag.
  package private(set) var hasMore = false

  package init(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
    end = start
    range = start..<start
    read(bytes, stop)
    var last = end
    while last > start, bytes[last - 1] == Byte.slash { last -= 1 }
    range = start..<last
  }

  private mutating func read(_ bytes: Span<UInt8>, _ stop: Int) {
    let start = end
    var hasSlash = false
    while end < stop {
      let byte = bytes[end]
      if byte < 0x80 {
        if byte == Byte.slash {
          hasSlash = true
        } else if Byte.isDigit(byte) {
          hasMore = hasMore || hasSlash
        } else {
          guard Byte.isName(byte) || byte == Byte.underscore else { return }
          hasMore = true
        }
        end += 1
        continue
      }
      let (scalar, length) = UTF8Scalars.decode(bytes, at: end, end: stop)
      guard let scalar else { return }
      switch Self.part(scalar) {
      case .letter: hasMore = true
      case .digit: hasMore = hasMore || hasSlash
      case .mark:
        // A name cannot begin with a mark: `#` and U+20E3 form a keycap.
        if end == start { return }
      case .none: return
      }
      end += length
    }
  }

  /// Whether a tag may begin at `index`, in a text that begins at `start`: not within a word, an
  /// address or an entity.
  package static func mayBegin(
    _ bytes: Span<UInt8>, at index: Int, from start: Int
  ) -> Bool {
    switch bytes[index - 1] {
    case 0x09...0x0d, 0x20, Byte.leftParenthesis, Byte.opening, UInt8(ascii: "{"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), Byte.star, Byte.greater, Byte.bar, Byte.tilde:
      true
    // The second sign of `==` around highlighted words.
    case Byte.equals: index - 2 >= start && bytes[index - 2] == Byte.equals
    case 0..<0x80: false
    default: UTF8Scalars.decode(bytes, before: index, from: start).map(isSeparator) ?? false
    }
  }

  private enum Part { case letter, digit, mark, none }

  private static func part(_ scalar: Unicode.Scalar) -> Part {
    switch scalar.value {
    case 0xd7, 0xf7: return .none
    case 0xc0..<0x250, 0x3041..<0x3097, 0x30a1..<0x30fb, 0x4e00..<0xa000, 0xac00..<0xd7a4:
      return .letter
    // Joiners within words and emoji, and the tag characters of flags.
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
    // An emoji newer than the Unicode tables.
    case .unassigned: return scalar.value >= 0x1f000 ? .letter : .none
    default: return .none
    }
  }

  /// Whether the character is a blank or punctuation between words, in any script.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}
