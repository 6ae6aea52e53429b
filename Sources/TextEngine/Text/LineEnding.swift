/// A line ending. A CR alone does not end a line; it is shown.
package enum LineEnding: String, Hashable, Sendable, CaseIterable {
  case lf = "LF"
  case crlf = "CRLF"

  package var bytes: [UInt8] { self == .lf ? [.lineFeed] : [.carriageReturn, .lineFeed] }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}

extension UInt8 {
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let backslash = UInt8(ascii: "\\")
  static let bar = UInt8(ascii: "|")
  static let dash = UInt8(ascii: "-")
  static let hash = UInt8(ascii: "#")
  static let star = UInt8(ascii: "*")
  static let backtick = UInt8(ascii: "`")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  package var isSpaceOrTab: Bool { self == .space || self == .tab }
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension Sequence<UInt8> {
  /// Whether all bytes are blanks.
  var isBlank: Bool { allSatisfy { $0.isSpaceOrTab || $0 == .carriageReturn } }
}

extension Collection<UInt8> {
  /// The bytes without the blanks at both ends.
  var trimmed: SubSequence {
    let start = firstIndex { !$0.isSpaceOrTab } ?? endIndex
    var rest = self[start...]
    while !rest.isEmpty {
      let last = rest.index(rest.startIndex, offsetBy: rest.count - 1)
      if !rest[last].isSpaceOrTab { break }
      rest = rest[..<last]
    }
    return rest
  }
}

/// The kinds of text that word moves distinguish.
enum WordPart: Equatable {
  case blank, word, punctuation

  /// Finds the kind of the glyph that starts at `index`.
  init(startingAt index: Int, in line: ArraySlice<UInt8>) {
    let byte = line[index]
    switch byte {
    case 0x09, 0x20: self = .blank
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      self = .word
    case ..<0x80: self = .punctuation
    default: self = Self.beyondASCII(line[index..<min(index + 4, line.endIndex)])
    }
  }

  private static func beyondASCII(_ bytes: ArraySlice<UInt8>) -> WordPart {
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return .punctuation
    }
    let properties = scalar.properties
    if properties.isWhitespace { return .blank }
    return properties.isAlphabetic || properties.numericType != nil ? .word : .punctuation
  }
}
