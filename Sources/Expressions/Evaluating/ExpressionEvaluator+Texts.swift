/// The brackets around nested lists and around objects.
package struct ValueBrackets: Sendable {
  private let list: (start: String, end: String)
  private let object: (start: String, end: String)

  package init(list: (String, String), object: (String, String)) {
    (self.list, self.object) = (list, object)
  }

  /// Writes a value; a list or an object is cut after `most` bytes.
  package func write<Failure: Error>(
    _ value: Value, to out: inout String, atMost most: Int = .max, isInner: Bool = false,
    _ words: (Value) throws(Failure) -> String
  ) throws(Failure) {
    let own = try words(value)
    let parts: [(name: String?, value: Value)]
    let around: (start: String, end: String)
    switch value {
    case .list(let items):
      (parts, around) = (items.items.map { (nil, $0) }, isInner ? list : ("", ""))
    case .object(let pairs):
      (parts, around) = (pairs.pairs.map { ($0.name.text, $0.value) }, object)
    default: return out += own
    }
    out += around.start
    for (index, part) in parts.enumerated() {
      if index > 0 { out += ", " }
      if out.utf8.count > most { return out += "…" }
      if let name = part.name { out += name + ": " }
      try write(part.value, to: &out, atMost: most, isInner: true, words)
    }
    out += around.end
  }
}

extension ExpressionEvaluator {
  /// Returns a value as text, at the cost of the budget.
  package func shownText(_ value: Value, at offset: Int) throws(ExpressionFault) -> String {
    if case .string(let text) = value { return text }
    var out = ""
    try Self.brackets.write(value, to: &out) { (value) throws(ExpressionFault) -> String in
      try spend(at: offset)
      let text = words(for: value)
      try spend(text.utf8.count / 64, bytes: text.utf8.count, at: offset)
      return text
    }
    return out
  }

  package func joined(
    _ items: [Value], _ separator: String, at offset: Int
  ) throws(ExpressionFault) -> Value {
    var out = ""
    for (index, item) in items.enumerated() {
      if index > 0 { out += separator }
      try spend(1 + separator.utf8.count / 64, bytes: separator.utf8.count, at: offset)
      out += try shownText(item, at: offset)
      guard out.utf8.count <= Self.mostBytes else { break }
    }
    return try text(out, at: offset)
  }

  // MARK: - Regular expressions

  /// Returns the matches of a pattern, each with its groups.
  package func matches(
    _ pattern: RegexValue, in text: String, isOne: Bool, at offset: Int
  ) throws(ExpressionFault) -> [[Range<Int>?]] {
    let bytes = Array(text.utf8)
    var found: [[Range<Int>?]] = []
    var start = 0
    while start <= bytes.count {
      try spend(RegexValue.usualPrice + bytes.count / 256, at: offset)
      let match: [Range<Int>?]?
      var isHard = false
      do throws(RegexFault) {
        match = try bytes.withUnsafeBufferPointer { bytes throws(RegexFault) in
          try pattern.match(in: bytes, from: start, isHard: &isHard)
        }
      } catch {
        try spend(RegexValue.hardPrice, at: offset)
        throw ExpressionFault(error.reason, at: offset)
      }
      if isHard { try spend(RegexValue.hardPrice, at: offset) }
      guard let match, let whole = match[0] else { break }
      found.append(match)
      if isOne { break }
      // After an empty match, continues at the next character.
      start = max(start, whole.upperBound) + (whole.isEmpty ? 1 : 0)
      while start < bytes.count, bytes[start] & 0xc0 == 0x80 { start += 1 }
    }
    return found
  }

  /// Replaces matches. In the new text `$1` is the first group, `$&` the match, `$$` a dollar.
  package func replaced(
    _ pattern: RegexValue, in text: String, with new: String, isOne: Bool, at offset: Int
  ) throws(ExpressionFault) -> Value {
    let (bytes, words) = (Array(text.utf8), Array(new.utf8))
    var out: [UInt8] = []
    var start = 0
    for match in try matches(pattern, in: text, isOne: isOne, at: offset) {
      guard let range = match[0], range.lowerBound >= start else { continue }
      out += bytes[start..<range.lowerBound]
      Self.append(words, match, bytes, to: &out)
      start = range.upperBound
      try spend(out.count / 4096, bytes: words.count + 16, at: offset)
      guard out.count <= Self.mostBytes else { break }
    }
    return try self.text(String(decoding: out + bytes[start...], as: UTF8.self), at: offset)
  }

  private static func append(
    _ words: [UInt8], _ match: [Range<Int>?], _ bytes: [UInt8], to out: inout [UInt8]
  ) {
    var rest = words[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$"), let next = rest.popFirst() else {
        out.append(byte)
        continue
      }
      switch next {
      case byte: out.append(byte)
      case UInt8(ascii: "&"): if let whole = match[0] { out += bytes[whole] }
      case 0x31...0x39 where Int(next - 0x30) < match.count:
        if let group = match[Int(next - 0x30)] { out += bytes[group] }
      default: out += [byte, next]
      }
    }
  }

  /// Replaces all occurrences of a part.
  package func replaced(
    _ part: SubstringFinder, in text: String, with new: String, at offset: Int
  ) throws(ExpressionFault) -> Value {
    let (bytes, words) = (Array(text.utf8), Array(new.utf8))
    var out: [UInt8] = []
    var start = 0
    while let found = part.first(in: bytes, from: start) {
      out += bytes[start..<found] + words
      start = found + part.part.count
      try spend(1 + words.count / 64, bytes: words.count, at: offset)
    }
    return try self.text(String(decoding: out + bytes[start...], as: UTF8.self), at: offset)
  }

  /// Returns the text between the matches and, on request, the groups.
  package func parts(
    of text: String, between pattern: RegexValue, withGroups: Bool, at offset: Int
  ) throws(ExpressionFault) -> [Value] {
    let bytes = Array(text.utf8)
    var parts: [Value] = []
    var start = 0
    func part(_ range: Range<Int>) -> Value {
      .string(String(decoding: bytes[range], as: UTF8.self))
    }
    for match in try matches(pattern, in: text, isOne: false, at: offset) {
      // Empty matches at both ends do not count.
      guard let range = match[0], range.upperBound > 0, range.lowerBound < bytes.count else {
        continue
      }
      parts.append(part(start..<max(start, range.lowerBound)))
      if withGroups { parts += match.dropFirst().map { $0.map(part) ?? .string("") } }
      start = range.upperBound
    }
    return parts + [part(start..<bytes.count)]
  }
}

extension Range<Int> {
  /// Makes the range of a JavaScript slice, where negative numbers count from the end.
  package init(from start: Double?, to end: Double?, of count: Int) {
    func bound(_ number: Double?, or other: Int) -> Int {
      guard let number else { return other }
      let index = number.isNaN ? 0 : Int(Swift.max(-1e9, Swift.min(1e9, number)))
      return Swift.min(count, Swift.max(0, index < 0 ? count + index : index))
    }
    let first = bound(start, or: 0)
    self = first..<Swift.max(first, bound(end, or: count))
  }
}

extension String {
  /// The text without whitespace at both ends.
  package var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}

/// Finds a part in texts, in linear time for any input.
package struct SubstringFinder {
  package let part: [UInt8]
  /// For each prefix of the part, the length of its longest proper suffix that is a prefix too.
  private let back: [Int]

  package init(_ part: String) {
    let part = Array(part.utf8)
    var back = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = back[length - 1] }
      if part[index] == part[length] { length += 1 }
      back[index] = length
    }
    (self.part, self.back) = (part, back)
  }

  /// Returns the first offset from `start` on; nil for an empty part.
  package func first(in text: [UInt8], from start: Int = 0) -> Int? {
    guard !part.isEmpty else { return nil }
    var length = 0
    for index in text.indices.dropFirst(start) {
      while length > 0, text[index] != part[length] { length = back[length - 1] }
      if text[index] == part[length] { length += 1 }
      if length == part.count { return index + 1 - length }
    }
    return nil
  }
}
