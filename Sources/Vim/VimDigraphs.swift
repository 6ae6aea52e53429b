/// Digraphs: two letters that type a character, after `C-k`.
enum VimDigraphs {
  /// In the order of their characters.
  static let all: [(pair: String, value: UInt32)] = {
    var all: [(pair: String, value: UInt32)] = []
    var value: UInt32 = 0
    for word in VimDigraphTable.words.split(whereSeparator: \.isWhitespace) {
      if word.utf8.count == 5, word.last == "=" {
        value = UInt32(word.dropLast(), radix: 16) ?? value
      } else {
        all.append((String(word), value))
        value += 1
      }
    }
    return all
  }()

  private static let values = Dictionary(
    all.map { ($0.pair, $0.value) }, uniquingKeysWith: { first, _ in first })

  /// Returns the character for a pair, in either order. After a blank it is the ASCII letter with the
  /// highest bit set.
  static func character(_ pair: String) -> String? {
    var value = values[pair] ?? values[String(pair.reversed())]
    if value == nil, pair.first == " ", let letter = pair.utf8.dropFirst().first, letter < 0x80 {
      value = UInt32(letter) | 0x80
    }
    return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
