import Bases

extension DataEvaluator {
  /// The functions that are about texts.
  func textual(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    if call.hasNull {
      return call.name == "regexmatch" || call.name == "regextest" ? .boolean(false) : .null
    }
    switch (call.name, call.first, call.second, call.third) {
    case ("regextest", .string(let pattern), .string(let own), _):
      return .boolean(!(try matches(pattern, in: own, call, first: true)).isEmpty)
    case ("regexmatch", .string(let pattern), .string(let own), _):
      let isAnchored = pattern.hasPrefix("^") || pattern.hasSuffix("$")
      let whole = isAnchored ? pattern : "^(?:\(pattern))$"
      return .boolean(!(try matches(whole, in: own, call, first: true)).isEmpty)
    case ("regexreplace", .string(let own), .string(let pattern), .string(let new)):
      return try replaced(own, pattern, new, call)
    case ("containsword", .string(let own), .string(let word), _):
      let words = Self.words(of: own)
      return .boolean(words.contains { $0 == word.lowercased() })
    case ("replace", .string(let own), .string(let old), .string(let new)):
      return try replaced(own, PartFinder(old), new, call)
    case ("lower", .string(let own), _, _): return try text(own.lowercased(), at: call.place)
    case ("upper", .string(let own), _, _): return try text(own.uppercased(), at: call.place)
    case ("startswith", .string(let own), .string(let part), _):
      return .boolean(own.hasPrefix(part))
    case ("endswith", .string(let own), .string(let part), _): return .boolean(own.hasSuffix(part))
    case ("split", .string(let own), .string(let pattern), _):
      return try parts(of: own, pattern, call)
    case ("padleft", .string(let own), .number(let width), _),
      ("padright", .string(let own), .number(let width), _):
      guard call.values.count < 3 || call.third.string != nil else { throw call.refused }
      let sign = call.third.string ?? " "
      let count = Int(max(0, min(width, 1e6))) - own.count
      if count <= 0 || sign.isEmpty { return call.first }
      try spend(bytes: count * sign.utf8.count, at: call.place)
      let padding = String(String(repeating: sign, count: count / sign.count + 1).prefix(count))
      return .string(call.name == "padleft" ? padding + own : own + padding)
    case ("substring", .string(let own), .number(let start), _):
      guard call.values.count < 3 || call.third.number != nil else { throw call.refused }
      let characters = Array(own)
      try spend(characters.count / 64, at: call.place)
      func bound(_ number: Double) -> Int {
        Int(max(0, min(Double(characters.count), number.isNaN ? 0 : number)))
      }
      let (one, other) = (bound(start), bound(call.third.number ?? Double(characters.count)))
      return .string(String(characters[min(one, other)..<max(one, other)]))
    case ("truncate", .string(let own), .number(let width), _):
      guard call.values.count < 3 || call.third.string != nil else { throw call.refused }
      let sign = call.third.string ?? "..."
      let most = Int(max(0, min(width, 1e6)))
      if own.count <= most { return call.first }
      return try text(String(own.prefix(max(0, most - sign.count))) + sign, at: call.place)
    default: throw call.refused
    }
  }

  /// In small letters.
  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  private func pattern(_ source: String, _ call: DataCall) throws(BlockProblem) -> BasePattern {
    do throws(BasePatternProblem) {
      return try BasePattern(source, flags: "")
    } catch {
      throw BlockProblem(error.reason.capitalisedFirst, at: call.place)
    }
  }

  /// Where a pattern matches: each with its groups.
  private func matches(
    _ source: String, in text: String, _ call: DataCall, first: Bool
  ) throws(BlockProblem) -> [[Range<Int>?]] {
    let pattern = try pattern(source, call)
    let bytes = Array(text.utf8)
    var found: [[Range<Int>?]] = []
    var start = 0
    while start <= bytes.count {
      try spend(BasePattern.usualPrice + bytes.count / 256, at: call.place)
      var isHard = false
      let match: Result<[Range<Int>?]?, BasePatternProblem> = bytes.withUnsafeBufferPointer {
        buffer in
        do throws(BasePatternProblem) {
          return .success(try pattern.match(in: buffer, from: start, isHard: &isHard))
        } catch {
          return .failure(error)
        }
      }
      if isHard { try spend(BasePattern.hardPrice, at: call.place) }
      switch match {
      case .failure(let problem):
        throw BlockProblem(problem.reason.capitalisedFirst, at: call.place)
      case .success(let groups):
        guard let groups, let whole = groups.first.flatMap(\.self) else { return found }
        found.append(groups)
        if first { return found }
        start = whole.upperBound
        if whole.isEmpty {
          start += 1
          while start < bytes.count, bytes[start] & 0xc0 == 0x80 { start += 1 }
        }
      }
    }
    return found
  }

  private func replaced(
    _ own: String, _ old: PartFinder, _ new: String, _ call: DataCall
  ) throws(BlockProblem) -> BaseValue {
    let bytes = Array(own.utf8)
    var out: [UInt8] = []
    var copied = 0
    while let found = old.first(in: bytes, from: copied) {
      try spend(bytes: found - copied + new.utf8.count, at: call.place)
      out += bytes[copied..<found]
      out += new.utf8
      copied = found + old.part.count
    }
    return try text(String(decoding: out + bytes[copied...], as: UTF8.self), at: call.place)
  }

  private func replaced(
    _ own: String, _ pattern: String, _ new: String, _ call: DataCall
  ) throws(BlockProblem) -> BaseValue {
    let bytes = Array(own.utf8)
    var out: [UInt8] = []
    var copied = 0
    for groups in try matches(pattern, in: own, call, first: false) {
      guard let whole = groups.first.flatMap(\.self), whole.lowerBound >= copied else { continue }
      out += bytes[copied..<whole.lowerBound]
      out += Self.filled(new, groups, bytes)
      copied = whole.upperBound
      try spend(out.count / 4096, at: call.place)
      if out.count > Self.mostBytes {
        throw BlockProblem("This takes too much memory", at: call.place)
      }
    }
    return try text(String(decoding: out + bytes[copied...], as: UTF8.self), at: call.place)
  }

  /// `$1` is the first group, `$&` all of it, `$$` a dollar.
  private static func filled(_ new: String, _ groups: [Range<Int>?], _ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = Array(new.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$"), let next = rest.first else {
        out.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "$"):
        out.append(next)
        rest = rest.dropFirst()
      case UInt8(ascii: "&"):
        if let whole = groups.first.flatMap(\.self) { out += bytes[whole] }
        rest = rest.dropFirst()
      case 0x31...0x39 where Int(next - 0x30) < groups.count:
        if let group = groups[Int(next - 0x30)] { out += bytes[group] }
        rest = rest.dropFirst()
      default: out.append(byte)
      }
    }
    return out
  }

  private func parts(
    of own: String, _ pattern: String, _ call: DataCall
  ) throws(BlockProblem) -> BaseValue {
    guard call.values.count < 3 || call.third.number != nil else { throw call.refused }
    let bytes = Array(own.utf8)
    var parts: [BaseValue] = []
    var start = 0
    func part(_ range: Range<Int>) -> BaseValue {
      .string(String(decoding: bytes[range], as: UTF8.self))
    }
    for groups in try matches(pattern, in: own, call, first: false) {
      guard let whole = groups.first.flatMap(\.self) else { continue }
      // Nothing matches between any two characters.
      if whole.isEmpty, whole.lowerBound == 0 || whole.lowerBound == bytes.count { continue }
      parts.append(part(start..<max(start, whole.lowerBound)))
      for group in groups.dropFirst() { parts.append(group.map(part) ?? .string("")) }
      start = whole.upperBound
    }
    parts.append(part(start..<bytes.count))
    let most = call.third.number.map { Int(max(0, min($0, 1e6))) } ?? parts.count
    return try list(Array(parts.prefix(most)), at: call.place)
  }
}
