import Bytes

/// A replacement for matches: plain text, or a template with groups and case changes.
///
/// In a template, `$1`, `${1}`, `${name}` and `\1` are groups, `$0` and `$&` the whole match, `\n`
/// and `\t` a line end and a tab, and `$$` and `\\` the signs themselves. `\u` and `\l` change the
/// case of the next letter, `\U` and `\L` of all letters up to `\E`.
package struct Replacement: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text([UInt8])
    /// The first of these groups that matched.
    case groups([Int])
    case letters(LetterChange)
  }

  enum LetterChange: Hashable, Sendable {
    case nextUpper, nextLower, upper, lower, none
  }

  let parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  /// Creates a replacement with the same bytes for each match.
  package init(text: [UInt8]) { parts = text.isEmpty ? [] : [.text(text)] }

  /// The bytes for every match; nil if they depend on the match.
  var constant: [UInt8]? {
    if parts.isEmpty { return [] }
    if parts.count == 1, case .text(let bytes) = parts[0] { return bytes }
    return nil
  }

  /// Returns the replacement for a match.
  package func bytes(for match: TextSearch.Match, in text: Rope) -> [UInt8] {
    if let constant { return constant }
    var writer = LetterWriter()
    for part in parts {
      switch part {
      case .text(let bytes): writer.append(bytes)
      case .groups(let numbers):
        let ranges = numbers.lazy.compactMap { number in
          number == 0 ? match.range : number < match.groups.count ? match.groups[number] : nil
        }
        if let range = ranges.first { writer.append(text.bytes(in: range)) }
      case .letters(let change): writer.change(change)
      }
    }
    return writer.bytes
  }
}

/// Writes text, with changes of case where requested.
private struct LetterWriter {
  private(set) var bytes: [UInt8] = []
  private var all = Replacement.LetterChange.none
  private var next = Replacement.LetterChange.none

  mutating func change(_ change: Replacement.LetterChange) {
    switch change {
    case .nextUpper, .nextLower: next = change
    case .upper, .lower: all = change
    case .none: (all, next) = (.none, .none)
    }
  }

  mutating func append(_ text: [UInt8]) {
    if all == .none, next == .none {
      bytes += text
      return
    }
    var index = 0
    while index < text.count {
      let length = UTF8Scalars.length(startingWith: text[index])
      var end = min(text.count, index + length)
      // Invalid UTF-8 is written byte by byte.
      if String(validating: text[index..<end], as: UTF8.self) == nil { end = index + 1 }
      append(text[index..<end])
      index = end
    }
  }

  private mutating func append(_ character: ArraySlice<UInt8>) {
    let change = next == .none ? all : next
    // Invalid UTF-8 does not change.
    guard change != .none, let text = String(validating: character, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else {
      bytes += character
      if all == .none, !character.isEmpty { next = .none }
      return
    }
    next = .none
    switch change {
    case .nextUpper: bytes += Array(scalar.properties.titlecaseMapping.utf8)
    case .upper: bytes += Array(scalar.properties.uppercaseMapping.utf8)
    case .nextLower, .lower: bytes += Array(scalar.properties.lowercaseMapping.utf8)
    case .none: break
    }
  }
}

extension Replacement {
  /// Reads a template for the matches of a search; throws if it is not valid. `\n` becomes the line
  /// ending of the text.
  package init(
    template: [UInt8], for search: TextSearch, ending: LineEnding = .lf
  ) throws(SearchTrouble) {
    var reader = TemplateReader(template, search, ending)
    try reader.read()
    self.init(parts: reader.parts)
  }
}

private struct TemplateReader {
  private let bytes: [UInt8]
  private let search: TextSearch
  private let ending: LineEnding
  private var index = 0
  private var text: [UInt8] = []
  private(set) var parts: [Replacement.Part] = []

  init(_ bytes: [UInt8], _ search: TextSearch, _ ending: LineEnding) {
    self.bytes = bytes
    self.search = search
    self.ending = ending
  }

  mutating func read() throws(SearchTrouble) {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): try readEscape()
      case UInt8(ascii: "$"): try readDollar()
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    endText()
  }

  private mutating func add(_ part: Replacement.Part) {
    endText()
    parts.append(part)
  }

  private mutating func endText() {
    if !text.isEmpty { parts.append(.text(text)) }
    text = []
  }

  private mutating func readEscape() throws(SearchTrouble) {
    guard index + 1 < bytes.count else {
      throw .badReplacement(reason: "it ends in \\; write \\\\ for one", at: index)
    }
    let byte = bytes[index + 1]
    let start = index
    index += 2
    switch byte {
    case UInt8(ascii: "n"): text += ending.bytes
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case UInt8(ascii: "u"): add(.letters(.nextUpper))
    case UInt8(ascii: "l"): add(.letters(.nextLower))
    case UInt8(ascii: "U"): add(.letters(.upper))
    case UInt8(ascii: "L"): add(.letters(.lower))
    case UInt8(ascii: "E"): add(.letters(.none))
    case _ where Byte.isDigit(byte): try addGroup(Int(byte - UInt8(ascii: "0")), at: start)
    case _ where Byte.isLetter(byte):
      let letter = String(decoding: [byte], as: UTF8.self)
      throw .badReplacement(
        reason: "\\\(letter) means nothing; write \\\\\(letter) for it", at: start)
    default: text.append(byte)
    }
  }

  private mutating func readDollar() throws(SearchTrouble) {
    let start = index
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    switch next {
    case UInt8(ascii: "$"):
      text.append(UInt8(ascii: "$"))
      index += 2
    case UInt8(ascii: "&"):
      add(.groups([0]))
      index += 2
    case UInt8(ascii: "{"): try readName()
    case _ where next.map(Byte.isDigit) ?? false:
      index += 1
      var number = 0
      var digits = 0
      // Only as many digits as make an existing group, so that `$10` may be group 1 and a zero.
      while index < bytes.count, Byte.isDigit(bytes[index]) {
        let longer = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
        if digits > 0, longer > search.groupCount { break }
        number = longer
        digits += 1
        index += 1
      }
      try addGroup(number, at: start)
    default:
      text.append(UInt8(ascii: "$"))
      index += 1
    }
  }

  /// Reads `${name}` or `${1}`.
  private mutating func readName() throws(SearchTrouble) {
    let start = index
    guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
      throw .badReplacement(reason: "${ has no }", at: start)
    }
    let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
    index = end + 1
    if let number = Int(name), number >= 0 {
      try addGroup(number, at: start)
      return
    }
    let numbers = search.groups(named: name)
    if numbers.isEmpty {
      throw .badReplacement(reason: "no group has the name \(name)", at: start)
    }
    add(.groups(numbers))
  }

  private mutating func addGroup(_ number: Int, at offset: Int) throws(SearchTrouble) {
    if number > search.groupCount {
      throw .badReplacement(reason: "the expression has no group \(number)", at: offset)
    }
    add(.groups([number]))
  }
}
