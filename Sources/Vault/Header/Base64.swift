import CSodium

/// Base64 in its canonical spelling: no spaces, no other characters, no bits left over at the end.
enum Base64 {
  enum Fault: Error, Equatable {
    case badLetter
    case badLength
    case notCanonical
  }

  private static let letters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let pad = UInt8(ascii: "=")

  private static func variant(_ padded: Bool) -> Int32 {
    padded ? sodium_base64_VARIANT_ORIGINAL : sodium_base64_VARIANT_ORIGINAL_NO_PADDING
  }

  static func encoded(_ bytes: some Collection<UInt8>, padded: Bool = false) -> [UInt8] {
    let bytes = Array(bytes)
    // Includes the final zero.
    var text = [CChar](
      repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant(padded)))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant(padded))
    return text.dropLast().map { UInt8(bitPattern: $0) }
  }

  static func decoded(
    _ text: some Collection<UInt8>, padded: Bool = false
  ) throws(Fault) -> [UInt8] {
    // The library compares seven bits of some characters: it would accept `/` with the eighth bit set.
    guard text.allSatisfy({ $0 < 0x80 }) else { throw .badLetter }
    let letters = text.map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
    var count = 0
    let answer = sodium_base642bin(
      &bytes, bytes.count, letters, letters.count, nil, &count, nil, variant(padded))
    guard answer == 0 else { throw fault(of: Array(text), padded) }
    return Array(bytes.prefix(count))
  }

  /// Returns the reason why a text is rejected.
  private static func fault(of text: [UInt8], _ padded: Bool) -> Fault {
    if padded, text.count % 4 != 0 { return .badLength }
    var rest = text[...]
    if padded { for _ in 0..<2 where rest.last == pad { rest.removeLast() } }
    if !rest.allSatisfy(letters.contains) { return .badLetter }
    return rest.count % 4 == 1 ? .badLength : .notCanonical
  }
}
