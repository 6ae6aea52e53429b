import Bytes

/// The lexical rules of a programming language: enough to tell words, strings and comments apart.
package struct CodeLanguage: Sendable {
  /// A construct that can span lines.
  struct Long: Sendable {
    var open: StaticString
    var close: StaticString
    var token: CodeToken
  }

  var names: [String]
  var lineComments: [StaticString] = []
  var long: [Long] = []
  /// The characters that open and close strings within a line.
  var quotes: [UInt8] = []
  var keywords: Set<String> = []
  /// Whether `#` begins a comment only at a line's start and after a blank.
  var commentsNeedBlankBefore = false
  /// Whether quotes count only in attribute values, and names after `<` are keywords.
  var isMarkup = false
  /// Whether lines are names with values.
  var isProperties = false
  var ignoresCase = false

  /// Whether any construct can span lines.
  package var hasLong: Bool { !long.isEmpty }

  /// The marks that comment out a line; nil if the language has none.
  package var commentMarks: (open: [UInt8], close: [UInt8])? {
    if let open = lineComments.first { return (Array(open.description.utf8), []) }
    return long.first { $0.token == .comment }.map {
      (Array($0.open.description.utf8), Array($0.close.description.utf8))
    }
  }

  /// Returns the language with this number; nil for 0 and for unknown numbers.
  package static func with(number: UInt8) -> CodeLanguage? {
    number == 0 || number > all.count ? nil : all[Int(number) - 1]
  }

  /// Returns the number of the language in a fence's info string, by its first word in any case, or
  /// 0.
  package static func number(of info: some Sequence<UInt8>) -> UInt8 {
    let start = info.drop { Byte.isBlank($0) || $0 == UInt8(ascii: "{") }
    let word = start.prefix { Byte.isName($0) || $0 == Byte.plus }.map(Byte.lowered)
    return word.isEmpty ? 0 : numbers[String(decoding: word, as: UTF8.self)] ?? 0
  }

  private static let numbers: [String: UInt8] = {
    var numbers: [String: UInt8] = [:]
    for (index, language) in all.enumerated() {
      for name in language.names { numbers[name] = UInt8(index + 1) }
    }
    return numbers
  }()
}
