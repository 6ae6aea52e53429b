/// Percent encoding (`%20`), for addresses and for files that hold a path on each line.
package enum Percent {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Whether a byte needs no encoding in an address: a visible ASCII character other than `%`.
  package static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && byte != Byte.percent
  }

  /// Returns the bytes with `%0A` for each that is not plain.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, isPlain: (UInt8) -> Bool = isPlain
  ) -> [UInt8] {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) { encoded.append(byte) } else { append(byte, to: &encoded) }
    }
    return encoded
  }

  /// The same as text; the plain bytes must be ASCII.
  package static func text(
    of bytes: some Sequence<UInt8>, isPlain: (UInt8) -> Bool = isPlain
  ) -> String {
    String(decoding: encoded(bytes, isPlain: isPlain), as: UTF8.self)
  }

  /// Appends `%0A` for any byte.
  package static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
    encoded += [Byte.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Reverses `encoded`, with digits in either case; nil if two digits do not follow a `%`.
  package static func decoded(_ encoded: some Collection<UInt8>) -> [UInt8]? {
    decoded(encoded, isStrict: true)
  }

  /// The same for text; nil also if the bytes are not text.
  package static func decoded(_ encoded: some StringProtocol) -> String? {
    let text = String(encoded)
    // Most texts contain none, and a program's start waits for this.
    if !text.utf8.contains(Byte.percent) { return text }
    return decoded(text.utf8, isStrict: true).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Decodes hand-written text: a `%` without two digits after it is a plain `%`.
  package static func decodedAsWritten(_ text: String) -> String {
    decoded(text.utf8, isStrict: false).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Returns the byte that `%0A` encodes, at the start of the input.
  package static func byte(at start: some Collection<UInt8>) -> UInt8? {
    var rest = start.prefix(3)
    guard rest.popFirst() == Byte.percent, let high = rest.popFirst().flatMap(Byte.hexadecimal),
      let low = rest.popFirst().flatMap(Byte.hexadecimal)
    else { return nil }
    return high << 4 | low
  }

  private static func decoded(
    _ encoded: some Collection<UInt8>, isStrict: Bool
  ) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = encoded[...]
    while let next = rest.first {
      if let byte = byte(at: rest) {
        decoded.append(byte)
        rest = rest.dropFirst(3)
      } else if isStrict, next == Byte.percent {
        return nil
      } else {
        decoded.append(next)
        rest = rest.dropFirst()
      }
    }
    return decoded
  }
}
