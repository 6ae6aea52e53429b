/// The character set that a dictionary is written in. Most are UTF-8; older ones have a byte for each
/// character.
enum DictionaryEncoding: Equatable {
  case utf8
  /// The byte of each character beyond ASCII.
  case bytes([Unicode.Scalar: UInt8])

  /// By the name after `SET` in the dictionary; nil for one that is not known.
  init?(named name: String) {
    let name = name.uppercased().filter { $0 != "_" }
    if name == "UTF-8" || name == "UTF8" {
      self = .utf8
      return
    }
    var bytes: [Unicode.Scalar: UInt8] = [:]
    let canonical = Self.canonical(name)
    if canonical == "ISO8859-1" {
      for byte in UInt8(0xa0)...0xff { bytes[Unicode.Scalar(byte)] = byte }
    } else if let table = EncodingTables.all[canonical] {
      let scalars = Array(table.unicodeScalars)
      for (index, scalar) in scalars.enumerated() where scalar != "\u{fffd}" {
        bytes[scalar] = UInt8(256 - scalars.count + index)
      }
    } else {
      return nil
    }
    self = .bytes(bytes)
  }

  /// `ISO-8859-2` and `microsoft-cp1251` are written as well.
  private static func canonical(_ name: String) -> String {
    if name.hasPrefix("ISO-") { return "ISO" + name.dropFirst(4) }
    if name.hasSuffix("CP1251") || name.hasSuffix("WINDOWS-1251") { return "CP1251" }
    return name
  }

  /// Nil where the character set has no sign of the word: then the dictionary does not have it.
  func encoded(_ word: String) -> [UInt8]? {
    guard case .bytes(let bytes) = self else { return Array(word.utf8) }
    var encoded: [UInt8] = []
    for scalar in word.unicodeScalars {
      // Such dictionaries have the apostrophe of ASCII.
      if scalar == "’" {
        encoded.append(UInt8(ascii: "'"))
      } else if scalar.isASCII {
        encoded.append(UInt8(scalar.value))
      } else if let byte = bytes[scalar] {
        encoded.append(byte)
      } else {
        return nil
      }
    }
    return encoded
  }

  func decoded(_ text: some Sequence<UInt8>) -> String {
    guard case .bytes(let bytes) = self else { return String(decoding: Array(text), as: UTF8.self) }
    let scalars = Dictionary(bytes.map { ($1, $0) }) { first, _ in first }
    var decoded = String.UnicodeScalarView()
    for byte in text {
      decoded.append(byte < 0x80 ? Unicode.Scalar(byte) : scalars[byte] ?? "\u{fffd}")
    }
    return String(decoded)
  }
}
