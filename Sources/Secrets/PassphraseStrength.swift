import Glibc

/// Estimates how hard a passphrase is to guess for someone who knows how people make them: words,
/// neighboring keys, years, repetitions. The estimate is on the low side.
package struct PassphraseStrength: Equatable, Sendable {
  /// The number of guesses, as a power of two.
  private(set) var bits: Double

  package init(of passphrase: UnsafeRawBufferPointer) {
    bits = 0
    var offset = 0
    while offset < passphrase.count {
      let part = Self.part(of: passphrase, at: offset)
      bits += part.bits
      offset += max(1, part.length)
    }
  }

  /// The time that a thousand computers need: each guess takes one of them half a second.
  package var seconds: Double { pow(2, bits - 1) / 2_000 }

  /// The result as a message.
  package var words: String {
    let verdict =
      switch seconds {
      case ..<Self.month: "Weak"
      case ..<(100 * Self.year): "Fair"
      default: "Strong"
      }
    return "\(verdict): a thousand computers guess it in \(Self.duration(seconds))."
  }

  private static let year = 31_557_600.0
  private static let month = year / 12

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<2: "a second"
    case ..<120: "\(Int(seconds)) seconds"
    case ..<7_200: "\(Int(seconds / 60)) minutes"
    case ..<172_800: "\(Int(seconds / 3_600)) hours"
    case ..<(2 * month): "\(Int(seconds / 86_400)) days"
    case ..<(2 * year): "\(Int(seconds / month)) months"
    case ..<(1_000 * year): "\(Int(seconds / year)) years"
    case ..<(1_000_000 * year): "thousands of years"
    default: "millions of years"
    }
  }

  // MARK: - Parts

  private typealias Part = (length: Int, bits: Double)

  /// Returns the part that begins here, and the bits that it adds.
  private static func part(of text: UnsafeRawBufferPointer, at offset: Int) -> Part {
    if let known = knownWord(in: text, at: offset) { return known }
    if let again = repetition(in: text, at: offset) { return again }
    if let row = row(in: text, at: offset) { return row }
    let byte = text[offset]
    if isDigit(byte) { return number(in: text, at: offset) }
    if isLetter(byte) { return word(in: text, at: offset) }
    if byte >= 0x80 { return foreignWord(in: text, at: offset) }
    // Words are separated by a blank, a dash or an underscore.
    return (1, byte == 0x20 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? 1 : 5)
  }

  /// The words that everyone tries first, also with the usual digits for letters.
  private static let known = [
    "password", "passwort", "passphrase", "letmein", "welcome", "iloveyou", "dragon", "monkey",
    "football", "baseball", "superman", "batman", "master", "shadow", "sunshine", "princess",
    "trustno", "secret", "hello", "whatever", "admin", "login", "starwars", "michael", "charlie",
    "summer", "winter", "spring", "autumn", "notes", "test", "love", "open", "sesame",
    "correct", "horse", "battery", "staple",
  ].map { Array($0.utf8) }

  private static func knownWord(in text: UnsafeRawBufferPointer, at offset: Int) -> Part? {
    let longest = known.filter { word in
      word.count <= text.count - offset
        && word.indices.allSatisfy { plain(text[offset + $0]) == word[$0] }
    }.map(\.count).max()
    return longest.map { ($0, 6) }
  }

  /// Returns the letter that a digit or a punctuation mark replaces.
  private static func plain(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "1"), UInt8(ascii: "!"): UInt8(ascii: "i")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    default: small(byte)
    }
  }

  /// Returns a repetition of the text just before, if any.
  private static func repetition(in text: UnsafeRawBufferPointer, at offset: Int) -> Part? {
    for length in (1...max(1, min(offset, 32))).reversed()
    where length <= offset && length <= text.count - offset {
      let isSame = (0..<length).allSatisfy {
        small(text[offset - length + $0]) == small(text[offset + $0])
      }
      if isSame { return (length, 1) }
    }
    return nil
  }

  private static let rows = [
    "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "azertyuiop", "1234567890",
    "abcdefghijklmnopqrstuvwxyz", "!@#$%^&*()", "1qaz2wsx3edc",
  ].map { Array($0.utf8) }

  /// Returns neighboring keys, letters or digits, forward or backward.
  private static func row(in text: UnsafeRawBufferPointer, at offset: Int) -> Part? {
    var best = 0
    for row in rows + rows.map({ $0.reversed() }) {
      guard let start = row.firstIndex(of: small(text[offset])) else { continue }
      var length = 1
      while start + length < row.count, offset + length < text.count,
        small(text[offset + length]) == row[start + length]
      {
        length += 1
      }
      best = max(best, length)
    }
    return best >= 3 ? (best, 6 + log2(Double(best))) : nil
  }

  private static func number(in text: UnsafeRawBufferPointer, at offset: Int) -> Part {
    let length = run(in: text, at: offset, while: isDigit)
    let isYear =
      length == 4
      && (text[offset] == UInt8(ascii: "1") && text[offset + 1] == UInt8(ascii: "9")
        || text[offset] == UInt8(ascii: "2") && text[offset + 1] == UInt8(ascii: "0"))
    if isYear { return (length, 7) }
    // Six or eight digits are usually a date.
    return (length, length == 6 || length == 8 ? 15 : log2(10) * Double(length))
  }

  private static func word(in text: UnsafeRawBufferPointer, at offset: Int) -> Part {
    let length = run(in: text, at: offset, while: isLetter)
    let letters = UnsafeRawBufferPointer(rebasing: text[offset..<offset + length])
    let large = letters.count { $0 < 0x61 }
    // All lowercase, all uppercase, or a capital at the beginning: these are tried with every word.
    let isUsual = large == 0 || large == length || large == 1 && letters[0] < 0x61
    let cases = large == 0 ? 0 : isUsual ? 1 : Double(length)
    let random = log2(26) * Double(length)
    return (length, (canBeSpoken(letters) ? min(random, 12) : random) + cases)
  }

  /// Whether vowels and consonants alternate as in a language.
  private static func canBeSpoken(_ letters: UnsafeRawBufferPointer) -> Bool {
    var (vowels, inARow, most) = (0, 0, 0)
    for letter in letters {
      if [0x61, 0x65, 0x69, 0x6f, 0x75, 0x79].contains(small(letter)) {
        vowels += 1
        inARow = 0
      } else {
        inARow += 1
        most = max(most, inARow)
      }
    }
    // No word has more than forty letters, so a longer one is not a word.
    return vowels * 6 >= letters.count && most <= 4 && letters.count <= 40
  }

  /// Rates a word in another script: like one of a language with many letters, or with few.
  private static func foreignWord(in text: UnsafeRawBufferPointer, at offset: Int) -> Part {
    let length = run(in: text, at: offset) { $0 >= 0x80 }
    let characters = text[offset..<offset + length].count { $0 & 0b1100_0000 != 0b1000_0000 }
    return (length, min(5 * Double(characters), 12 + Double(characters)))
  }

  private static func run(
    in text: UnsafeRawBufferPointer, at offset: Int, while isMember: (UInt8) -> Bool
  ) -> Int {
    text[offset...].prefix(while: isMember).count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(small(byte)) }
  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte + 0x20 : byte
  }
}
