import Bytes

/// The addresses of links and pictures.
enum Destination {
  /// Returns the address; nil if it would run code or read the user's files.
  static func safe(_ written: String, isPicture: Bool = false) -> String? {
    let address = String(
      decoding: written.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed(),
      as: UTF8.self)
    guard !address.isEmpty else { return nil }
    // Browsers ignore blanks and control characters in a scheme.
    let letters = address.utf8.lazy.filter { $0 > 0x20 && $0 != 0x7f }
      .prefix { $0 != Byte.colon && $0 != Byte.slash && $0 != Byte.hash && $0 != UInt8(ascii: "?") }
    let scheme = String(decoding: letters.prefix(40).map(Byte.lowered), as: UTF8.self)
    let hasScheme = address.utf8.contains(Byte.colon)
    if hasScheme,
      ["javascript", "vbscript", "livescript", "data", "file", "blob"].contains(scheme)
    {
      return nil
    }
    return address
  }

  /// Whether the address can be written as `<address>`.
  static func isAuto(_ address: String) -> Bool {
    let isKnown = ["http://", "https://", "ftp://", "mailto:"].contains { address.hasPrefix($0) }
    return isKnown
      && address.utf8.allSatisfy {
        $0 > 0x20 && $0 != Byte.less && $0 != Byte.greater && $0 != 0x7f
      }
  }

  /// Percent-encodes the bytes that would end the address in Markdown.
  static func written(_ address: String) -> [UInt8] {
    var out: [UInt8] = []
    for byte in address.utf8 {
      switch byte {
      case 0...0x20, 0x7f, Byte.leftParenthesis, Byte.rightParenthesis, Byte.less, Byte.greater,
        Byte.backslash, Byte.bar, Byte.backtick:
        Percent.append(byte, to: &out)
      case Byte.star, Byte.opening, Byte.closing, Byte.dollar: out += [Byte.backslash, byte]
      default: out.append(byte)
      }
    }
    return out
  }

  static func title(_ title: String) -> [UInt8] {
    var out = Array(" \"".utf8)
    for byte in Byte.onOneLine(title) {
      if byte == Byte.backslash || byte == 0x22 || byte == Byte.less || byte == Byte.backtick {
        out.append(Byte.backslash)
      }
      out.append(byte)
    }
    return out + [0x22]
  }

  /// Returns the type and bytes of a picture in a `data:` address; nil for others.
  static func picture(of address: String) -> (mime: String, bytes: [UInt8])? {
    let bytes = Array(address.utf8)
    guard bytes.prefix(5).map(Byte.lowered).elementsEqual("data:".utf8),
      let comma = bytes.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let head = String(decoding: bytes[5..<comma], as: UTF8.self).lowercased().split(separator: ";")
    guard let mime = head.first, mime.hasPrefix("image/") else { return nil }
    let body = bytes[(comma + 1)...]
    if head.dropFirst().contains("base64") {
      return Base64Reader.bytes(of: Percent.decoded(body) ?? Array(body)).map { (String(mime), $0) }
    }
    return Percent.decoded(body).map { (String(mime), $0) }
  }
}
