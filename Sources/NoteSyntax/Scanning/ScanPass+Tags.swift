/// Tags in text.
extension ScanPass {
  /// Behind `#tag`, or behind the mark where it begins none.
  mutating func readTag(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard index + 1 < stop, canPrecedeTag(index, start) else { return index + 1 }
    let nameEnd = TagName.end(bytes, index + 1, stop)
    guard nameEnd.hasMore else { return max(index + 1, nameEnd.end) }
    add(tag: index + 1, nameEnd.end)
    return nameEnd.end
  }

  private mutating func add(tag start: Int, _ end: Int) {
    var end = end
    while end > start, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    if end == start || scan.tags.count >= NoteScan.most { return }
    let name = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    scan.tags.append(NoteScan.Tag(name: name, line: line))
  }

  /// A tag stands for itself: not within a word, an address or an entity.
  private func canPrecedeTag(_ index: Int, _ start: Int) -> Bool {
    if index == start { return true }
    switch bytes[index - 1] {
    case 0x09...0x0d, 0x20, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: ">"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      return true
    case 0..<0x80: return false
    default:
      var before = index - 1
      while before > start, index - before < 4, bytes[before] & 0xc0 == 0x80 { before -= 1 }
      guard let scalar = UTF8Scalars.decode(bytes, at: before, end: index).scalar else {
        return false
      }
      return TagName.isSeparator(scalar)
    }
  }

  /// `:one:two:`, or behind the colon.
  mutating func readColonTags(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard index == start || Line.isBlank(bytes[index - 1]) else { return index + 1 }
    var names: [Range<Int>] = []
    var next = index + 1
    while next < stop {
      let name = TagName.end(bytes, next, stop)
      guard name.hasMore, name.end < stop, bytes[name.end] == UInt8(ascii: ":") else { break }
      names.append(next..<name.end)
      next = name.end + 1
    }
    guard !names.isEmpty, next == stop || Line.isBlank(bytes[next]) else {
      return max(index + 1, next - 1)
    }
    for name in names { add(tag: name.lowerBound, name.upperBound) }
    return next
  }
}

/// What a tag may be called.
enum TagName {
  /// Where the name that begins at `start` ends, and whether it is more than digits.
  static func end(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> (end: Int, hasMore: Bool) {
    var index = start
    var hasMore = false
    while index < stop {
      let byte = bytes[index]
      if byte < 0x80 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): break
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"):
          hasMore = true
        default: return (index, hasMore)
        }
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalars.decode(bytes, at: index, end: stop)
      guard let scalar else { return (index, hasMore) }
      switch kind(of: scalar) {
      case .letter: hasMore = true
      case .digit: break
      // Nothing begins with a mark: `#` and U+20E3 are a key's cap.
      case .mark where index == start: return (index, false)
      case .mark: break
      case .none: return (index, hasMore)
      }
      index += length
    }
    return (index, hasMore)
  }

  private enum Kind { case letter, digit, mark, none }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0xc0..<0x250, 0x3041..<0x3097, 0x30a1..<0x30fb, 0x4e00..<0xa000, 0xac00..<0xd7a4:
      return scalar.value == 0xd7 || scalar.value == 0xf7 ? .none : .letter
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
