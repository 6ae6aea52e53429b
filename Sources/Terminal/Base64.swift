/// Bytes as the 64 letters that pass any terminal.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for index in 0..<4 {
        encoded.append(
          index <= part.count ? letters[(bits >> (18 - 6 * index)) & 63] : UInt8(ascii: "="))
      }
    }
    return encoded
  }
}

/// The sequence by which a program gives text to its terminal's clipboard (OSC 52).
package enum ClipboardSequence {
  /// What terminals take at most, about; longer ones are cut or dropped.
  package static let longest = 56_000

  /// Nil where the text is longer than terminals take.
  package static func offering(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.count > longest { return nil }
    return Array("\u{1b}]52;c;".utf8) + Base64.encoded(bytes) + [0x07]
  }
}
