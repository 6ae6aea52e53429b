import TextEngine

/// `:let`.
extension VimMachine {
  /// Handles `:let @a = 'text'` and `@a .= "text"`.
  mutating func letRegister(_ call: inout VimExCall) throws(VimFailure) {
    var reader = VimLineReader(call.argument)
    reader.skipBlanks()
    if try takeLeader(&reader) { return }
    guard reader.take(if: "@"), let name = reader.takeCharacter() else {
      throw VimFailure(
        message: "Only :let @a = 'text' and :let mapleader = ',' are known here.")
    }
    reader.skipBlanks()
    let adds = reader.take(if: ".")
    guard reader.take(if: "=") else {
      throw VimFailure(message: "E15: Invalid expression: \(call.argument)")
    }
    reader.skipBlanks()
    let value: String
    if reader.take(if: "@"), let name = reader.takeCharacter() {
      value = String(decoding: content(of: name)?.text ?? [], as: UTF8.self)
    } else {
      value = try Self.takeString(&reader)
    }
    reader.skipBlanks()
    if reader.take(if: "|") {
      call.next = reader.rest
    } else if !reader.isAtEnd {
      throw VimFailure(message: "E15: Invalid expression: \(call.argument)")
    }
    if name == "/" { return remember(pattern: value) }
    guard name == "\"" || name == "-" || name.isASCII && (name.isLetter || name.isNumber) else {
      throw VimFailure(message: "E18: Unexpected characters in :let")
    }
    var lines = value.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
    var shape = VimShape.characters
    if lines.count > 1, lines.last == [] {
      lines.removeLast()
      shape = .lines
    }
    let key = name == "\"" ? "0" : Character(name.lowercased())
    var new = VimRegister(lines: lines, shape: shape)
    if adds || name.isUppercase, let old = registers.named[key] { new = old.appended(new) }
    registers.named[key] = new
  }

  /// Handles `let mapleader = " "`.
  private mutating func takeLeader(_ reader: inout VimLineReader) throws(VimFailure) -> Bool {
    let start = reader.index
    if reader.takeLetters() == "g" { _ = reader.take(if: ":") } else { reader.index = start }
    let name = reader.takeLetters()
    guard name == "mapleader" || name == "maplocalleader" else {
      reader.index = start
      return false
    }
    reader.skipBlanks()
    guard reader.take(if: "=") else {
      throw VimFailure(message: "E15: Invalid expression: write let mapleader = \",\"")
    }
    reader.skipBlanks()
    let keys = VimKey.keys(of: try Self.takeString(&reader))
    maps.leader = keys.isEmpty ? ["\\"] : keys
    return true
  }

  /// Takes `'…'` or `"…"`, or a number.
  static func takeString(_ reader: inout VimLineReader) throws(VimFailure) -> String {
    var made: [UInt8] = []
    if reader.take(if: "'") {
      while let byte = reader.take() {
        if byte != UInt8(ascii: "'") || reader.take(if: "'") {
          made.append(byte)
        } else {
          return String(decoding: made, as: UTF8.self)
        }
      }
    } else if reader.take(if: "\"") {
      while let byte = reader.take() {
        if byte == UInt8(ascii: "\"") { return String(decoding: made, as: UTF8.self) }
        if byte != UInt8(ascii: "\\") { made.append(byte) } else { made += escaped(&reader) }
      }
    } else if let number = reader.takeNumber() {
      return String(number)
    }
    throw VimFailure(message: "E15: Invalid expression: \(reader.rest)")
  }

  /// Reads an escape in `"…"` after its backslash.
  private static func escaped(_ reader: inout VimLineReader) -> [UInt8] {
    guard let byte = reader.take() else { return [] }
    switch Character(Unicode.Scalar(byte)) {
    case "n": return [0x0a]
    case "r": return [0x0d]
    case "t": return [0x09]
    case "e": return [0x1b]
    case "b": return [0x08]
    case "<":
      let name = Array(reader.bytes[reader.index...].prefix { $0 != UInt8(ascii: ">") })
      let known: [String: [UInt8]] = [
        "esc": [0x1b], "cr": [0x0d], "tab": [0x09], "bs": [0x7f], "space": [0x20], "lt": [0x3c],
      ]
      let text = String(decoding: name, as: UTF8.self).lowercased()
      var found = known[text]
      if text.hasPrefix("c-"), let letter = text.utf8.last, text.utf8.count == 3 {
        found = [letter & 0x1f]
      }
      guard let found else { return [byte] }
      reader.index += name.count + 1
      return found
    default: return [byte]
    }
  }
}
