/// Escapes and unescapes characters of HTML and XML.
package enum HtmlText {
  /// Returns the reference for a character in text, and in a quoted attribute.
  package static func reference(of sign: Unicode.Scalar) -> String? {
    switch sign {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: nil
    }
  }

  package static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if let reference = reference(of: scalar) {
        escaped += reference
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// Reverses `escaped`. Other references stay unchanged.
  package static func plain(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if bytes[index] == Byte.ampersand,
        let (sign, reference) = signs.first(where: { rest.starts(with: $0.reference) })
      {
        plain.append(sign)
        index += reference.count
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static let signs: [(sign: UInt8, reference: [UInt8])] = "&<>\"'".unicodeScalars.compactMap
  {
    sign in reference(of: sign).map { (UInt8(ascii: sign), Array($0.utf8)) }
  }
}
