import Bytes

/// When small and capital letters are the same.
package enum SearchCase: Sendable, Hashable, CaseIterable {
  /// Where only small letters are looked for.
  case smart
  case exact
  case ignored

  /// Whether a character is a capital letter, in any script.
  static func isCapital(_ character: ArraySlice<UInt8>) -> Bool {
    guard let first = character.first else { return false }
    if first < 0x80 { return first &- UInt8(ascii: "A") < 26 }
    guard let scalar = scalar(character) else { return false }
    return scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
  }

  /// Whether text holds a capital.
  static func hasCapital(_ text: [UInt8]) -> Bool {
    characters(of: text).contains { isCapital($0) }
  }

  /// Whether text holds a letter beyond ASCII that has two cases.
  static func hasCaseBeyondASCII(_ text: [UInt8]) -> Bool {
    characters(of: text).contains { character in
      guard character.count > 1, let scalar = scalar(character) else { return false }
      return scalar.properties.changesWhenCaseMapped || scalar.properties.changesWhenCaseFolded
    }
  }

  private static func scalar(_ character: ArraySlice<UInt8>) -> Unicode.Scalar? {
    String(decoding: character, as: UTF8.self).unicodeScalars.first
  }

  private static func characters(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var index = 0
    while index < text.count {
      let end = min(text.count, index + UTF8Scalars.length(startingWith: text[index]))
      parts.append(text[index..<end])
      index = end
    }
    return parts
  }
}
