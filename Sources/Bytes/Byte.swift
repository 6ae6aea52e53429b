/// Bytes that mean something in text, by name, and what kind of byte one is.
package enum Byte {
  package static var ampersand: UInt8 { UInt8(ascii: "&") }
  package static var backslash: UInt8 { UInt8(ascii: "\\") }
  package static var backtick: UInt8 { UInt8(ascii: "`") }
  package static var bang: UInt8 { UInt8(ascii: "!") }
  package static var bar: UInt8 { UInt8(ascii: "|") }
  package static var caret: UInt8 { UInt8(ascii: "^") }
  package static var closing: UInt8 { UInt8(ascii: "]") }
  package static var colon: UInt8 { UInt8(ascii: ":") }
  package static var dash: UInt8 { UInt8(ascii: "-") }
  package static var dollar: UInt8 { UInt8(ascii: "$") }
  package static var dot: UInt8 { UInt8(ascii: ".") }
  package static var equals: UInt8 { UInt8(ascii: "=") }
  package static var greater: UInt8 { UInt8(ascii: ">") }
  package static var hash: UInt8 { UInt8(ascii: "#") }
  package static var leftParenthesis: UInt8 { UInt8(ascii: "(") }
  package static var less: UInt8 { UInt8(ascii: "<") }
  package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  package static var opening: UInt8 { UInt8(ascii: "[") }
  package static var percent: UInt8 { UInt8(ascii: "%") }
  package static var plus: UInt8 { UInt8(ascii: "+") }
  package static var rightParenthesis: UInt8 { UInt8(ascii: ")") }
  package static var slash: UInt8 { UInt8(ascii: "/") }
  package static var space: UInt8 { UInt8(ascii: " ") }
  package static var star: UInt8 { UInt8(ascii: "*") }
  package static var tilde: UInt8 { UInt8(ascii: "~") }
  package static var underscore: UInt8 { UInt8(ascii: "_") }

  /// A space, a tab, or one of the other breaks of ASCII.
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte &- 0x09 < 5
  }

  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A letter of ASCII.
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// A letter, a digit or a dash: of the names of blocks and of HTML.
  package static func isName(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == dash
  }

  /// A mark of ASCII.
  package static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && !isDigit(byte) && !isLetter(byte)
  }

  /// Small, if it is a letter of ASCII.
  package static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// What a digit of base 16 says.
  package static func hexadecimal(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte & 0x0f }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// Words with single blanks between them.
  package static func onOneLine(_ text: String) -> [UInt8] {
    var words: [UInt8] = []
    for part in text.utf8.split(whereSeparator: isBlank) {
      if !words.isEmpty { words.append(0x20) }
      words += part
    }
    return words
  }
}
