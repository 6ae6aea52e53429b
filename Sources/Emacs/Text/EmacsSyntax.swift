/// The class of a character, for words and expressions.
enum EmacsSyntax: Equatable {
  case word, symbol, punctuation, blank, open, close

  init(_ value: UInt32) {
    if value < 0x80 {
      self = Self.ofASCII[Int(value)]
      return
    }
    guard let scalar = Unicode.Scalar(value) else {
      self = .word
      return
    }
    switch value {
    case 0xb7, 0x5f3, 0x5f4, 0x2027, 0xff1a: self = .word
    case 0x300c, 0x300e, 0xff08, 0x3010, 0x3008, 0x300a, 0x3014: self = .open
    case 0x300d, 0x300f, 0xff09, 0x3011, 0x3009, 0x300b, 0x3015: self = .close
    case 0xaa, 0xba, 0xb6: self = .symbol
    case 0x1f000...0x1fbff: self = .word
    default: self = Self.ofCategory(scalar.properties.generalCategory)
    }
  }

  static func isWord(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { EmacsSyntax($0.value) == .word } ?? false
  }

  private static func ofCategory(_ category: Unicode.GeneralCategory) -> EmacsSyntax {
    switch category {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: .blank
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .control:
      .punctuation
    case .otherNumber: .word
    default: .word
    }
  }

  private static let ofASCII: [EmacsSyntax] = (0..<128).map { code in
    switch UInt8(code) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "'"):
      .word
    case 0x09, 0x0a, 0x0c, 0x0d, 0x20: .blank
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): .close
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "/"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "="):
      .symbol
    default: .punctuation
    }
  }
}

/// The scripts between which words end.
private enum EmacsScript: Equatable {
  case latin, greek, cyrillic, han, hiragana, katakana, hangul, fullWidth, emoji, other

  init(_ value: UInt32) {
    switch value {
    case ..<0x370, 0x1e00...0x1eff: self = .latin
    case 0x370...0x3ff, 0x1f00...0x1fff: self = .greek
    case 0x400...0x52f: self = .cyrillic
    case 0x3041...0x309f: self = .hiragana
    case 0x30a0...0x30ff, 0x31f0...0x31ff: self = .katakana
    case 0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff, 0x3005, 0x3007: self = .han
    case 0x1100...0x11ff, 0xac00...0xd7ff: self = .hangul
    case 0xff01...0xffef: self = .fullWidth
    case 0x1f000...0x1fbff: self = .emoji
    default: self = .other
    }
  }
}

enum EmacsWords {
  /// Whether a word ends between two of its characters because the script changes.
  static func isBoundary(_ left: UInt32, _ right: UInt32) -> Bool {
    if left < 0x100, right < 0x100 { return false }
    if isCombining(right) { return false }
    switch (EmacsScript(left), EmacsScript(right)) {
    case (.hiragana, .katakana): return true
    case (.katakana, .hiragana): return false
    // A Japanese word may begin with kanji.
    case (.han, .hiragana), (.han, .katakana): return false
    case (let one, let other): return one != other
    }
  }

  private static func isCombining(_ value: UInt32) -> Bool {
    guard value >= 0x300, let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: return true
    default: return false
    }
  }
}

extension EmacsMachine {
  func syntax(_ offset: Int, isForward: Bool = true) -> EmacsSyntax? {
    scalar(offset, isForward: isForward).map { EmacsSyntax($0.value) }
  }

  func syntax(before offset: Int) -> EmacsSyntax? { syntax(offset, isForward: false) }
}
