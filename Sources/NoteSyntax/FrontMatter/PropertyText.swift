import Bytes
import Yaml

/// Writes values for front matter.
enum PropertyText {
  enum Quote { case plain, single, double }

  /// Writes a value with these quotes, or with others where these would change its meaning.
  static func value(_ value: String, like quote: Quote, inList: Bool) -> [UInt8] {
    let bytes = Array(value.utf8)
    if quote == .plain, isPlain(bytes, inList: inList) { return bytes }
    if quote == .single, isPrintable(value) {
      let mark = UInt8(ascii: "'")
      return [mark] + (mark as UInt8?).quoted(bytes) + [mark]
    }
    return doubleQuoted(value)
  }

  static func name(_ name: String) -> [UInt8] {
    let bytes = Array(name.utf8)
    let isPlain =
      isPlain(bytes, inList: true)
      && bytes.allSatisfy { $0 >= 0x80 || Byte.isName($0) || $0 == 0x5f || $0 == 0x20 }
    return isPlain ? bytes : doubleQuoted(name)
  }

  /// Whether the value needs no quotes. Some values are quoted although YAML does not require it.
  private static func isPlain(_ bytes: [UInt8], inList: Bool) -> Bool {
    guard let first = bytes.first, bytes.last != 0x20, bytes.last != UInt8(ascii: ":"),
      first >= 0x80 || Byte.isName(first) && first != UInt8(ascii: "-")
        || first == UInt8(ascii: "/") || first == UInt8(ascii: "_"),
      !YamlNode.isNull(String(decoding: bytes, as: UTF8.self)),
      isPrintable(String(decoding: bytes, as: UTF8.self))
    else { return false }
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == UInt8(ascii: ":"), next == 0x20 || inList { return false }
      if byte == 0x20, next == UInt8(ascii: "#") { return false }
      if inList, listMarks.contains(byte) { return false }
    }
    return true
  }

  private static let listMarks = Set(",[]{}#?\"'".utf8)

  /// Whether the text has no control characters and no YAML line breaks.
  private static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !isEscaped($0) }
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: true
    default: false
    }
  }

  private static func doubleQuoted(_ text: String) -> [UInt8] {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": quoted += Array("\\n".utf8)
      case "\t": quoted += Array("\\t".utf8)
      case _ where isEscaped(scalar):
        let digits = Array(String(scalar.value, radix: 16).utf8)
        quoted += Array("\\u".utf8) + [UInt8](repeating: 0x30, count: 4 - digits.count) + digits
      default: UTF8Scalars.append(scalar, to: &quoted)
      }
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
