/// Maps codes to keys.
extension InputDecoder {
  static func key(ofControl byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(.character(" "), .control)
    case 0x08, 0x7f: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0d: Key(.enter)
    case 0x1b: Key(.escape)
    // C-a to C-z, then C-\ C-] C-^ C-_.
    case 0x01...0x1a: Key(.character(Character(UnicodeScalar(byte + 0x60))), .control)
    default: Key(.character(Character(UnicodeScalar(byte + 0x40))), .control)
    }
  }

  /// Returns the key of an ASCII byte, with Alt.
  static func metaKey(of byte: UInt8) -> Key {
    var key =
      byte < 0x20 || byte == 0x7f
      ? key(ofControl: byte) : Key(.character(Character(UnicodeScalar(byte))))
    key.modifiers.insert(.meta)
    return key
  }

  /// Returns the key of a control sequence that ends with `final`, or nil if it is not a key.
  static func key(of numbers: Parameters, final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "~") where numbers.value(0) == 27 && numbers.values.count == 3:
      return key(ofCode: numbers.value(2), bits: numbers.value(1, or: 1))
    case UInt8(ascii: "u"):
      return key(ofCode: numbers.value(0), bits: numbers.value(1, or: 1))
    case UInt8(ascii: "~"):
      return modified(numberedKey(numbers.value(0)), numbers)
    case UInt8(ascii: "^"):
      return numberedKey(numbers.value(0)).map { Key($0, .control) }
    case UInt8(ascii: "@"):
      return numberedKey(numbers.value(0)).map { Key($0, [.control, .shift]) }
    case UInt8(ascii: "Z"):
      return modified(.tab, numbers).map { Key($0.code, $0.modifiers.union(.shift)) }
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letteredKey(final - 0x20).map { Key($0, .shift) }
    case UInt8(ascii: "R") where numbers.value(0, or: 1) != 1:
      // This is a report of the cursor's position, not F3.
      return nil
    default:
      return modified(letteredKey(final), numbers)
    }
  }

  static func singleShiftKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letteredKey(final - 0x20).map { Key($0, .control) }
    case UInt8(ascii: "M"): return Key(.enter)
    case UInt8(ascii: "I"): return Key(.tab)
    case UInt8(ascii: "X"): return Key(.character("="))
    // The numeric pad sends the characters from `*` to `9`, moved up by 0x40.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return Key(.character(Character(UnicodeScalar(final - 0x40))))
    default: return letteredKey(final).map { Key($0) }
    }
  }

  /// Returns the key of `CSI n ~`, which means the same on all terminals.
  static func numberedKey(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    case 42...45: .function(number - 21)
    default: nil
    }
  }

  private static func letteredKey(_ letter: UInt8) -> Key.Code? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4f)
    default: nil
    }
  }

  private static func modified(_ code: Key.Code?, _ numbers: Parameters) -> Key? {
    guard let code, let modifiers = modifiers(numbers.value(1, or: 1)) else { return nil }
    return Key(code, modifiers)
  }

  /// Decodes modifiers, which terminals send as the sum of their bits plus one. Nil for keys with
  /// Super or Hyper, which belong to the desktop.
  static func modifiers(_ number: Int) -> Key.Modifiers? {
    let bits = max(0, number - 1)
    guard bits & 0x18 == 0, bits < 256 else { return nil }
    var modifiers = Key.Modifiers()
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & (2 | 32) != 0 { modifiers.insert(.meta) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Returns a key by its character's number, as in `CSI 97;5u`.
  private static func key(ofCode code: Int, bits: Int) -> Key? {
    guard var modifiers = modifiers(bits), let value = UInt32(exactly: code) else { return nil }
    switch value {
    case 13: return Key(.enter, modifiers)
    case 9: return Key(.tab, modifiers)
    case 27: return Key(.escape, modifiers)
    case 8, 127: return Key(.backspace, modifiers)
    default: break
    }
    // From U+E000 on, terminals number keys that type nothing.
    guard value >= 0x20, !(0x7f..<0xa0).contains(value), !(0xe000..<0xf900).contains(value),
      let scalar = UnicodeScalar(value)
    else { return nil }
    var character = Character(scalar)
    // A letter contains its Shift, as typed; but with Control, letters have lowercase names.
    let isShifted = modifiers.contains(.shift)
    let isControl = modifiers.contains(.control)
    if character.isLetter {
      let letter = isShifted && !isControl ? character.uppercased() : character.lowercased()
      if isShifted || isControl, letter.count == 1, let only = letter.first { character = only }
    }
    if !(isControl && character.isLetter) { modifiers.remove(.shift) }
    return Key(.character(character), modifiers)
  }
}
