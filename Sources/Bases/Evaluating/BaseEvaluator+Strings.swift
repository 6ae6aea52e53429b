extension BaseEvaluator {
  func method(_ call: BaseCall, ofText text: String) throws(BaseFault) -> BaseValue {
    let offset = call.offset
    try spend(1 + text.utf8.count / 8, at: offset)
    switch call.name {
    case "contains":
      return .boolean(contains(text, PartFinder(try argument(call).lowercased())))
    case "containsAll":
      for item in try texts(call) {
        try spend(text.utf8.count / 8, at: offset)
        if !contains(text, PartFinder(item.lowercased())) { return .boolean(false) }
      }
      return .boolean(true)
    case "containsAny":
      for item in try texts(call) {
        try spend(text.utf8.count / 8, at: offset)
        if contains(text, PartFinder(item.lowercased())) { return .boolean(true) }
      }
      return .boolean(false)
    case "startsWith": return .boolean(text.utf8.starts(with: try argument(call).utf8))
    case "endsWith":
      return .boolean(text.utf8.reversed().starts(with: try argument(call).utf8.reversed()))
    case "isEmpty": return .boolean(text.isEmpty)
    case "lower": return try self.text(text.lowercased(), at: offset)
    case "title": return try self.text(Self.title(text), at: offset)
    case "trim": return try self.text(Self.trimmed(text), at: offset)
    case "reverse": return try self.text(String(text.reversed()), at: offset)
    case "repeat": return try repeated(text, call)
    case "slice": return try slice(text, call)
    case "split": return try split(text, call)
    case "replace": return try replace(text, call)
    // What is a link or a date, written as text.
    case "date", "time", "format", "relative":
      if let date = date(text) { return try method(call, ofDate: date) }
      throw BaseFault(
        offset: offset, reason: "\(call.name)() needs a date, and “\(text.prefix(40))” is none")
    case "asFile": return file(of: .string(text)).map(BaseValue.file) ?? .null
    case "abs", "ceil", "floor", "round", "toFixed":
      throw BaseFault(
        offset: offset, reason: "\(call.name)() needs a number; write number(…).\(call.name)()")
    default: throw missing(call, .string(text))
    }
  }

  private func argument(_ call: BaseCall, _ index: Int = 0) throws(BaseFault) -> String {
    let text = try shownText(call.arguments[index], at: call.offset)
    try spend(text.utf8.count / 8, at: call.offset)
    return text
  }

  /// A list is what is in it.
  private func texts(_ call: BaseCall) throws(BaseFault) -> [String] {
    var texts: [String] = []
    for argument in call.arguments {
      let items: [BaseValue] = if case .list(let list) = argument { list.items } else { [argument] }
      for item in items {
        texts.append(try shownText(item, at: call.offset))
        try spend(1 + (texts.last?.utf8.count ?? 0) / 8, at: call.offset)
      }
    }
    return texts
  }

  /// In capitals and small letters alike.
  private func contains(_ text: String, _ part: PartFinder) -> Bool {
    part.part.isEmpty || part.first(in: Array(text.lowercased().utf8)) != nil
  }

  private func repeated(_ text: String, _ call: BaseCall) throws(BaseFault) -> BaseValue {
    let count = try number(call.arguments[0], for: "repeat()", at: call.offset)
    guard count >= 0, count.isFinite else {
      throw BaseFault(offset: call.offset, reason: "repeat() needs a number from 0 on")
    }
    let size = count.rounded(.down) * Double(text.utf8.count)
    guard size <= Double(Self.mostBytes), count < Double(Self.mostBytes) else {
      throw BaseFault(offset: call.offset, reason: "this takes too much memory")
    }
    return try self.text(String(repeating: text, count: Int(count)), at: call.offset)
  }

  /// From where to where, as JavaScript counts it: from the end where a number is below 0.
  func range(_ call: BaseCall, of count: Int) throws(BaseFault) -> Range<Int> {
    var ends = [0, count]
    for (index, argument) in call.arguments.prefix(2).enumerated() where !argument.isNull {
      let number = try number(argument, for: "\(call.name)()", at: call.offset)
      let whole = number.isNaN ? 0 : max(-1e9, min(1e9, number.rounded(.towardZero)))
      let place = Int(whole)
      ends[index] = min(count, max(0, place < 0 ? count + place : place))
    }
    return ends[0]..<max(ends[0], ends[1])
  }

  private func slice(_ text: String, _ call: BaseCall) throws(BaseFault) -> BaseValue {
    let units = Array(text.utf16)
    let part = units[try range(call, of: units.count)]
    return try self.text(String(decoding: part, as: UTF16.self), at: call.offset)
  }

  private func split(_ text: String, _ call: BaseCall) throws(BaseFault) -> BaseValue {
    var most = Int.max
    if call.arguments.count > 1 {
      let number = try number(call.arguments[1], for: "split()", at: call.offset)
      most = Int(max(0, min(1e9, number.isNaN ? 0 : number)))
    }
    var parts: [BaseValue] = []
    let bytes = Array(text.utf8)
    func part(_ range: Range<Int>) -> BaseValue {
      .string(String(decoding: bytes[range], as: UTF8.self))
    }
    if case .pattern(let pattern) = call.arguments[0] {
      var start = 0
      for match in try matches(pattern, in: text, isOne: false, at: call.offset) {
        guard let range = match[0], range.upperBound > 0, range.lowerBound < bytes.count else {
          continue
        }
        parts.append(part(start..<range.lowerBound))
        start = range.upperBound
      }
      parts.append(part(start..<bytes.count))
    } else {
      let separator = PartFinder(try argument(call))
      if separator.part.isEmpty {
        try spend(bytes.count / 2, at: call.offset)
        parts = text.map { .string(String($0)) }
      } else {
        var start = 0
        while let found = separator.first(in: bytes, from: start) {
          try spend(at: call.offset)
          parts.append(part(start..<found))
          start = found + separator.part.count
        }
        parts.append(part(start..<bytes.count))
      }
    }
    try spend(bytes: bytes.count, at: call.offset)
    return try list(Array(parts.prefix(most)), at: call.offset)
  }

  /// A text is replaced wherever it is; an expression without `g` once.
  private func replace(_ text: String, _ call: BaseCall) throws(BaseFault) -> BaseValue {
    let bytes = Array(text.utf8)
    let words = Array(try argument(call, 1).utf8)
    var out: [UInt8] = []
    var start = 0
    if case .pattern(let pattern) = call.arguments[0] {
      for match in try matches(pattern, in: text, isOne: !pattern.isGlobal, at: call.offset) {
        guard let range = match[0] else { continue }
        out += bytes[start..<range.lowerBound]
        Self.append(words, match, bytes, to: &out)
        start = range.upperBound
        try spend(bytes: words.count + 16, at: call.offset)
        guard out.count <= Self.mostBytes else { break }
      }
    } else {
      let part = PartFinder(try argument(call))
      while let found = part.first(in: bytes, from: start) {
        out += bytes[start..<found] + words
        start = found + part.part.count
        try spend(1 + words.count / 64, bytes: words.count, at: call.offset)
      }
    }
    out += bytes[start...]
    return try self.text(String(decoding: out, as: UTF8.self), at: call.offset)
  }

  /// `$1` is what the first group matched, `$&` the whole, `$$` a dollar.
  private static func append(
    _ words: [UInt8], _ match: [Range<Int>?], _ bytes: [UInt8], to out: inout [UInt8]
  ) {
    var index = 0
    while index < words.count {
      let next = index + 1 < words.count ? words[index + 1] : 0
      guard words[index] == UInt8(ascii: "$"), next != 0 else {
        out.append(words[index])
        index += 1
        continue
      }
      let group = next == UInt8(ascii: "&") ? 0 : Int(next) - 0x30
      if next == UInt8(ascii: "$") {
        out.append(next)
      } else if match.indices.contains(group), group > 0 || next == UInt8(ascii: "&") {
        if let range = match[group] { out += bytes[range] }
      } else {
        out += [words[index], next]
      }
      index += 2
    }
  }

  func matches(
    _ pattern: BasePattern, in text: String, isOne: Bool, at offset: Int
  ) throws(BaseFault) -> [[Range<Int>?]] {
    let bytes = Array(text.utf8)
    var found: [[Range<Int>?]] = []
    var start = 0
    while start <= bytes.count {
      try spend(BasePattern.usualPrice + bytes.count / 64, at: offset)
      let match: [Range<Int>?]?
      var isHard = false
      do throws(BasePatternProblem) {
        match = try bytes.withUnsafeBufferPointer { bytes throws(BasePatternProblem) in
          try pattern.match(in: bytes, from: start, isHard: &isHard)
        }
      } catch {
        try spend(BasePattern.hardPrice, at: offset)
        throw BaseFault(offset: offset, reason: error.reason)
      }
      if isHard { try spend(BasePattern.hardPrice, at: offset) }
      guard let match, let whole = match[0] else { break }
      found.append(match)
      if isOne { break }
      // Behind an empty match it goes on at the next character.
      start = max(start, whole.upperBound) + (whole.isEmpty ? 1 : 0)
      while start < bytes.count, bytes[start] & 0xc0 == 0x80 { start += 1 }
    }
    return found
  }

  /// Each word with a capital.
  private static func title(_ text: String) -> String {
    var out = ""
    var isInWord = false
    for character in text {
      out += isInWord ? character.lowercased() : character.uppercased()
      isInWord = character.isLetter || character.isNumber || character == "'" || character == "’"
    }
    return out
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
