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

  var isSpaceOrTab: Bool { self == .space || self == .tab }
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension Sequence<UInt8> {
  /// Whether all of it is blanks.
  var isBlank: Bool { allSatisfy { $0.isSpaceOrTab || $0 == .carriageReturn } }
}

extension Collection<UInt8> {
  /// Without the blanks at both ends.
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
