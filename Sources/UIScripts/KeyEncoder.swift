package import Terminal

/// Encodes keys, pastes and the mouse as xterm sends them.
package enum KeyEncoder {
  /// Returns the bytes of a key; nil if terminals do not send it as a distinct key.
  ///
  /// `applicationCursor` is the mode in which unmodified arrows, Home and End are sent as `ESC O`.
  package static func bytes(for key: Key, applicationCursor: Bool = true) -> [UInt8]? {
    let modifiers = key.modifiers
    switch key.code {
    case .character(let character): return bytes(of: character, modifiers)
    case .enter: return plain(13, modifiers)
    case .escape: return plain(27, modifiers)
    case .backspace: return plain(127, modifiers)
    case .tab: return modifiers == .shift ? Array("\u{1b}[Z".utf8) : plain(9, modifiers)
    case .up: return letter("A", modifiers, applicationCursor)
    case .down: return letter("B", modifiers, applicationCursor)
    case .right: return letter("C", modifiers, applicationCursor)
    case .left: return letter("D", modifiers, applicationCursor)
    case .home: return letter("H", modifiers, applicationCursor)
    case .end: return letter("F", modifiers, applicationCursor)
    case .insert: return tilde(2, modifiers)
    case .delete: return tilde(3, modifiers)
    case .pageUp: return tilde(5, modifiers)
    case .pageDown: return tilde(6, modifiers)
    case .function(let number): return function(number, modifiers)
    }
  }

  /// Returns a bracketed paste, in which terminals send line breaks as CR.
  package static func bytes(pasting text: String) -> [UInt8] {
    let lines = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 }
    return Array("\u{1b}[200~".utf8) + lines + Array("\u{1b}[201~".utf8)
  }

  package static func bytes(for event: MouseEvent) -> [UInt8] {
    let button =
      switch event.action {
      case .press, .release: 0
      case .drag: 32
      case .wheelUp: 64
      case .wheelDown: 65
      }
    let modifiers = event.modifiers
    let code =
      button + (modifiers.contains(.shift) ? 4 : 0) + (modifiers.contains(.meta) ? 8 : 0)
      + (modifiers.contains(.control) ? 16 : 0)
    let final = event.action == .release ? "m" : "M"
    return Array("\u{1b}[<\(code);\(event.at.column + 1);\(event.at.row + 1)\(final)".utf8)
  }

  private static func bytes(of character: Character, _ modifiers: Key.Modifiers) -> [UInt8]? {
    // Shift is part of the character: A, not S-a.
    if modifiers.contains(.shift) { return nil }
    var bytes = Array(String(character).utf8)
    if modifiers.contains(.control) {
      guard let control = control(character) else { return nil }
      bytes = [control]
    } else if bytes.first.map({ $0 < 0x20 || $0 == 0x7f }) ?? true {
      return nil
    }
    // ESC [ and ESC O would begin another key's bytes.
    if modifiers == .meta, character == "[" || character == "O" { return nil }
    return (modifiers.contains(.meta) ? [27] : []) + bytes
  }

  private static func control(_ character: Character) -> UInt8? {
    guard let ascii = character.asciiValue else { return nil }
    switch character {
    // Tab, Enter, Esc and, on many terminals, Backspace have these codes.
    case "i", "m", "[", "h": return nil
    case "a"..."z": return ascii - 96
    case "\\", "]", "^", "_": return ascii - 64
    case " ": return 0
    default: return nil
    }
  }

  private static func plain(_ byte: UInt8, _ modifiers: Key.Modifiers) -> [UInt8]? {
    switch modifiers {
    case []: [byte]
    case .meta where byte != 27: [27, byte]
    default: nil
    }
  }

  private static func parameter(_ modifiers: Key.Modifiers) -> Int {
    1 + (modifiers.contains(.shift) ? 1 : 0) + (modifiers.contains(.meta) ? 2 : 0)
      + (modifiers.contains(.control) ? 4 : 0)
  }

  private static func letter(
    _ letter: String, _ modifiers: Key.Modifiers, _ applicationCursor: Bool
  ) -> [UInt8] {
    if modifiers.isEmpty { return Array("\u{1b}\(applicationCursor ? "O" : "[")\(letter)".utf8) }
    return Array("\u{1b}[1;\(parameter(modifiers))\(letter)".utf8)
  }

  private static func tilde(_ number: Int, _ modifiers: Key.Modifiers) -> [UInt8] {
    let modified = modifiers.isEmpty ? "" : ";\(parameter(modifiers))"
    return Array("\u{1b}[\(number)\(modified)~".utf8)
  }

  private static func function(_ number: Int, _ modifiers: Key.Modifiers) -> [UInt8]? {
    switch number {
    case 1...4:
      let letter = ["P", "Q", "R", "S"][number - 1]
      return self.letter(letter, modifiers, true)
    case 5...12:
      return tilde([15, 17, 18, 19, 20, 21, 23, 24][number - 5], modifiers)
    // Terminals have no F13: they send F1 with Shift.
    default: return nil
    }
  }
}
