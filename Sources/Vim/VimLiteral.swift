/// A character entered by its code: `C-v u20ac`, `C-v 065`, `C-k e:`.
struct VimLiteral: Equatable {
  var isDigraph: Bool
  private var typed = ""
  private var radix = 0
  private var most = 0

  init(isDigraph: Bool) { self.isDigraph = isDigraph }

  enum Answer: Equatable {
    case more
    /// The character, and a key that is not part of its code.
    case done(String, rest: String?)
  }

  mutating func press(_ key: String) -> Answer {
    isDigraph ? pressDigraph(key) : pressCode(key)
  }

  private mutating func pressDigraph(_ key: String) -> Answer {
    guard let letter = VimKey.text(key), letter.unicodeScalars.count == 1 else {
      return .done("", rest: nil)
    }
    typed += letter
    if typed.unicodeScalars.count < 2 { return .more }
    return .done(
      VimDigraphs.character(typed) ?? String(typed.unicodeScalars.suffix(1).map { Character($0) }),
      rest: nil)
  }

  private mutating func pressCode(_ key: String) -> Answer {
    if radix == 0 {
      switch key {
      case "x", "X": (radix, most) = (16, 2)
      case "u": (radix, most) = (16, 4)
      case "U": (radix, most) = (16, 8)
      case "o", "O": (radix, most) = (8, 3)
      case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
        (radix, most) = (10, 3)
        typed = key
      default: return .done(VimKey.literal(key), rest: nil)
      }
      return .more
    }
    let digit = key.utf8.count == 1 ? key.first?.hexDigitValue : nil
    if let digit, digit < radix {
      typed += key
      return typed.utf8.count == most ? .done(character, rest: nil) : .more
    }
    if typed.isEmpty { return .done(VimKey.literal(key), rest: nil) }
    return .done(character, rest: key)
  }

  private var character: String {
    UInt32(typed, radix: radix).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
  }
}

/// Conversions between keys and text.
enum VimKey {
  /// Returns the text that a key types.
  static func text(_ key: String) -> String? {
    switch key {
    case "Space": " "
    default: key.unicodeScalars.count == 1 || key.count == 1 ? key : nil
    }
  }

  /// Returns the character for a key after `C-v`.
  static func literal(_ key: String) -> String {
    switch key {
    case "Enter": return "\r"
    case "Tab": return "\t"
    case "Esc": return "\u{1b}"
    case "Backspace": return "\u{8}"
    default: break
    }
    if let text = text(key) { return text }
    if key.hasPrefix("C-"), let letter = key.unicodeScalars.last, key.unicodeScalars.count == 3,
      letter.isASCII, let control = Unicode.Scalar(letter.value & 0x1f)
    {
      return String(Character(control))
    }
    return ""
  }

  /// Returns the keys that type a text, as for a macro in a register.
  static func keys(of text: String) -> [String] {
    var keys: [String] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20: keys.append("Space")
      case 0x0a, 0x0d: keys.append("Enter")
      case 0x09: keys.append("Tab")
      case 0x1b: keys.append("Esc")
      case 0x7f: keys.append("Backspace")
      case 0..<0x20:
        let letter = Unicode.Scalar(UInt8(scalar.value + 0x60))
        keys.append("C-" + String(Character(letter)))
      default: keys.append(String(Character(scalar)))
      }
    }
    return keys
  }

  /// Returns keys as text, for a macro in a register. A key without a character is stored as a mark
  /// that can be read back.
  static func text(of keys: [String]) -> String {
    keys.map { key in
      switch key {
      case "Space": " "
      case "Enter": "\r"
      case "Tab": "\t"
      case "Esc": "\u{1b}"
      default: text(key) ?? (literal(key).isEmpty ? VimKeyMarks.mark(key) : literal(key))
      }
    }.joined()
  }
}

/// Keys without a character, as private use characters in registers.
enum VimKeyMarks {
  private static let names = [
    "Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDn", "Del", "Ins", "S-Left", "S-Right",
    "C-Left", "C-Right", "C-Home", "C-End", "S-Tab", "Backspace",
  ]

  /// The argument of `r` for `C-e` and `C-y`: the character below or above.
  static let (below, above) = ("\u{10f105}", "\u{10f119}")

  static func mark(_ key: String) -> String {
    guard let index = names.firstIndex(of: key),
      let scalar = Unicode.Scalar(0x10_f000 + UInt32(index))
    else { return "" }
    return String(Character(scalar))
  }

  static func key(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.value >= 0x10_f000, scalar.value < 0x10_f000 + UInt32(names.count) else {
      return nil
    }
    return names[Int(scalar.value - 0x10_f000)]
  }
}
