import Bytes

/// As much of a programming language as tells its words, strings and comments apart.
package struct CodeLanguage: Sendable {
  /// What goes over lines.
  struct Long: Sendable {
    var open: StaticString
    var close: StaticString
    var token: CodeToken
  }

  var names: [String]
  var lineComments: [StaticString] = []
  var long: [Long] = []
  /// What opens and closes strings within a line.
  var quotes: [UInt8] = []
  var keywords: Set<String> = []
  /// `#` begins a comment only at a line's start and behind a blank.
  var commentsStandApart = false
  /// Quotes are quotes only as values of attributes, and names behind `<` are keywords.
  var isMarkup = false
  /// Lines are names with values.
  var isProperties = false
  var ignoresCase = false

  /// Whether something of it can go over lines.
  package var hasLong: Bool { !long.isEmpty }

  /// What makes a line a comment; nil where it cannot be one.
  package var commentMarks: (open: [UInt8], close: [UInt8])? {
    if let open = lineComments.first { return (Array(open.description.utf8), []) }
    return long.first { $0.token == .comment }.map {
      (Array($0.open.description.utf8), Array($0.close.description.utf8))
    }
  }

  /// The language with a number; nil for 0 and for unknown numbers.
  package static func with(number: UInt8) -> CodeLanguage? {
    number == 0 || number > all.count ? nil : all[Int(number) - 1]
  }

  /// The number of the language behind a fence, by its first word in any case; 0
  /// for others.
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
