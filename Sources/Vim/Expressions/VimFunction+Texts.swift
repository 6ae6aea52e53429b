import Bytes
import Glibc
import TextEngine

extension VimFunction {
  private static func ofText(
    _ name: String, _ work: @escaping @Sendable ([UInt8]) -> VimValue
  ) -> VimFunction {
    VimFunction(name, 1...1) { _, given throws(VimFailure) in work(try given[0].bytes()) }
  }

  static let texts: [VimFunction] = [
    ofText("toupper") { .text(VimTexts.cased($0, isUpper: true)) },
    ofText("tolower") { .text(VimTexts.cased($0, isUpper: false)) },
    ofText("strlen") { .number($0.count) },
    ofText("strcharlen") { .number(VimTexts.characters($0).count) },
    ofText("strwidth") { .number(VimChars.cell($0, at: $0.count, tab: 1)) },
    ofText("strtrans") { .text(VimTexts.printable($0)) },
    ofText("shellescape") { bytes in
      .text([0x27] + bytes.flatMap { $0 == 0x27 ? Array("'\\''".utf8) : [$0] } + [0x27])
    },
    ofText("char2nr") { .number($0.isEmpty ? 0 : Int(VimChars.scalar($0, 0).value)) },
    VimFunction("strchars", 1...2) { _, given throws(VimFailure) in
      let text = try given[0].string()
      let skips = given.count > 1 ? try given[1].isTrue() : false
      return .number(
        skips ? VimTexts.characters(try given[0].bytes()).count : text.unicodeScalars.count)
    },
    VimFunction("strdisplaywidth", 1...2) { reader, given throws(VimFailure) in
      let bytes = try given[0].bytes()
      let start = given.count > 1 ? max(0, try given[1].number()) : 0
      let tab = reader.scene.machine.options.tabStop
      return .number(VimChars.cell(bytes, at: bytes.count, tab: tab, from: start) - start)
    },
    VimFunction("len", 1...1) { _, given throws(VimFailure) in
      switch given[0] {
      case .list(let items): return .number(items.count)
      case .text, .number: return .number(try given[0].bytes().count)
      default: throw VimFailure(message: "E701: Invalid type for len()")
      }
    },
    VimFunction("nr2char", 1...2) { _, given throws(VimFailure) in
      let number = try given[0].number()
      return .text(UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { "\($0)" } ?? "")
    },
    VimFunction("repeat", 2...2) { _, given throws(VimFailure) in
      let count = max(0, try given[1].number())
      let most = KeyText.mostRepeated * 8
      if count > 1, given[0].size > most / count { throw .tooMuchText }
      if case .list(let items) = given[0] {
        return .list((0..<count).flatMap { _ in items })
      }
      let bytes = try given[0].bytes()
      return .text(Array((0..<(bytes.isEmpty ? 0 : count)).map { _ in bytes }.joined()))
    },
    VimFunction("strpart", 2...4) { _, given throws(VimFailure) in
      let bytes = try given[0].bytes()
      let length = given.count > 2 ? try given[2].number() : bytes.count
      return .text(Array(bytes[VimTexts.range(try given[1].number(), length, bytes.count)]))
    },
    VimFunction("strcharpart", 2...4) { _, given throws(VimFailure) in
      let scalars = Array(try given[0].string().unicodeScalars)
      let length = given.count > 2 ? try given[2].number() : scalars.count
      let part = scalars[VimTexts.range(try given[1].number(), length, scalars.count)]
      return .text(part.map { "\($0)" }.joined())
    },
    VimFunction("strgetchar", 2...2) { _, given throws(VimFailure) in
      let scalars = Array(try given[0].string().unicodeScalars)
      let index = try given[1].number()
      return .number(scalars.indices.contains(index) ? Int(scalars[index].value) : -1)
    },
    VimFunction("stridx", 2...3) { _, given throws(VimFailure) in
      let start = given.count > 2 ? try given[2].number() : 0
      return .number(
        VimTexts.index(of: try given[1].bytes(), in: try given[0].bytes(), from: max(0, start)))
    },
    VimFunction("strridx", 2...3) { _, given throws(VimFailure) in
      let last = given.count > 2 ? try given[2].number() : .max
      return .number(
        VimTexts.lastIndex(of: try given[1].bytes(), in: try given[0].bytes(), upTo: last))
    },
    VimFunction("trim", 1...3) { _, given throws(VimFailure) in
      let mask = given.count > 1 ? try given[1].string() : nil
      let side = given.count > 2 ? try given[2].number() : 0
      return .text(VimTexts.trimmed(try given[0].string(), mask, side))
    },
    VimFunction("escape", 2...2) { _, given throws(VimFailure) in
      let signs = try given[1].bytes()
      return .text(
        try given[0].bytes().flatMap { signs.contains($0) ? [Byte.backslash, $0] : [$0] })
    },
    VimFunction("tr", 3...3) { _, given throws(VimFailure) in
      let (from, to) = (Array(try given[1].string()), Array(try given[2].string()))
      guard from.count == to.count else {
        throw VimFailure(message: "E475: Invalid argument: \(try given[1].string())")
      }
      return .text(
        String(
          try given[0].string().map { sign in from.firstIndex(of: sign).map { to[$0] } ?? sign })
      )
    },
    VimFunction("printf", 1...19) { _, given throws(VimFailure) in
      .text(try VimFormat(given).text())
    },
    VimFunction("string", 1...1) { _, given in .text(given[0].written) },
    VimFunction("str2list", 1...2) { _, given throws(VimFailure) in
      .list(try given[0].string().unicodeScalars.map { .number(Int($0.value)) })
    },
    VimFunction("list2str", 1...2) { _, given throws(VimFailure) in
      var text = ""
      for item in try given[0].list(argument: 1) {
        if let scalar = UInt32(exactly: try item.number()).flatMap(Unicode.Scalar.init) {
          text.unicodeScalars.append(scalar)
        }
      }
      return .text(text)
    },
    VimFunction("byteidx", 2...2) { _, given throws(VimFailure) in
      let bytes = try given[0].bytes()
      var (index, count) = (0, try given[1].number())
      while count > 0, index < bytes.count {
        index = VimChars.next(bytes, index)
        count -= 1
      }
      return .number(count == 0 ? index : -1)
    },
    // MARK: With patterns
    VimFunction("substitute", 4...4) { reader, given throws(VimFailure) in
      let flags = try given[3].string()
      return .text(
        try reader.substituted(
          try given[0].bytes(), try given[1].string(), given[2], isGlobal: flags.contains("g"),
          ignoresCase: nil))
    },
    VimFunction("match", 2...4) { reader, given throws(VimFailure) in
      .number(try reader.match(given)?.range.lowerBound ?? -1)
    },
    VimFunction("matchend", 2...4) { reader, given throws(VimFailure) in
      .number(try reader.match(given)?.range.upperBound ?? -1)
    },
    VimFunction("matchstr", 2...4) { reader, given throws(VimFailure) in
      .text(try reader.match(given)?.groups[0] ?? [])
    },
    VimFunction("matchlist", 2...4) { reader, given throws(VimFailure) in
      guard let groups = try reader.match(given)?.groups else { return .list([]) }
      let filled = groups.prefix(10) + [[UInt8]](repeating: [], count: max(0, 10 - groups.count))
      return .list(filled.map(VimValue.text))
    },
    VimFunction("matchstrpos", 2...4) { reader, given throws(VimFailure) in
      guard let found = try reader.match(given) else {
        return .list([.text(""), .number(-1), .number(-1)])
      }
      return .list([
        .text(found.groups[0]), .number(found.range.lowerBound), .number(found.range.upperBound),
      ])
    },
    VimFunction("split", 1...3) { reader, given throws(VimFailure) in
      let pattern = given.count > 1 ? try given[1].string() : nil
      let keeps = given.count > 2 ? try given[2].isTrue() : false
      return .list(try reader.split(try given[0].bytes(), at: pattern, keepsEmpty: keeps))
    },
  ]
}

extension VimEvaluator {
  /// The match that `match()` and the like ask for: a text, a pattern, a start and a count.
  fileprivate func match(_ given: [Value]) throws(VimFailure) -> Match? {
    let (bytes, pattern) = (try given[0].bytes(), try given[1].string())
    var start = given.count > 2 ? max(0, try given[2].number()) : 0
    var count = given.count > 3 ? max(1, try given[3].number()) : 1
    while let found = try firstMatch(of: pattern, in: bytes, from: start) {
      count -= 1
      if count == 0 { return found }
      start = max(found.range.lowerBound + 1, VimChars.next(bytes, found.range.lowerBound))
      try pay()
    }
    return nil
  }
}

/// What the functions do with texts.
enum VimTexts {
  /// Each character by itself in capitals or small letters: `ß` has no capital.
  static func cased(_ bytes: [UInt8], isUpper: Bool) -> [UInt8] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { scalar in
      let properties = scalar.properties
      let cased = isUpper ? properties.uppercaseMapping : properties.lowercaseMapping
      return Array((VimCase.single(cased) ?? String(Character(scalar))).utf8)
    }
  }

  /// Characters as a person sees them.
  static func characters(_ bytes: [UInt8]) -> [[UInt8]] {
    var (parts, index) = ([[UInt8]](), 0)
    while index < bytes.count {
      let next = VimChars.next(bytes, index)
      parts.append(Array(bytes[index..<next]))
      index = next
    }
    return parts
  }

  /// The part of a text that begins at an index, which may be before it.
  static func range(_ start: Int, _ length: Int, _ count: Int) -> Range<Int> {
    let (sum, isOver) = start.addingReportingOverflow(max(0, length))
    let low = min(max(0, start), count)
    return low..<max(low, min(isOver ? count : sum, count))
  }

  static func index(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
    guard part.count <= bytes.count else { return -1 }
    let last = bytes.count - part.count
    guard start <= last else { return -1 }
    return (start...last).first { bytes[$0...].starts(with: part) } ?? -1
  }

  static func lastIndex(of part: [UInt8], in bytes: [UInt8], upTo most: Int) -> Int {
    let last = min(bytes.count - part.count, most)
    guard last >= 0 else { return -1 }
    return (0...last).last { bytes[$0...].starts(with: part) } ?? -1
  }

  /// Cuts signs off both ends, or with 1 or 2 only off the start or the end.
  static func trimmed(_ text: String, _ mask: String?, _ side: Int) -> String {
    let signs = mask.map { Set($0.unicodeScalars) }
    func isCut(_ scalar: Unicode.Scalar) -> Bool {
      signs?.contains(scalar) ?? (scalar.value <= 0x20 || scalar.value == 0xa0)
    }
    var scalars = Array(text.unicodeScalars)[...]
    if side != 2 { scalars = scalars.drop(while: isCut) }
    if side != 1 { while let last = scalars.last, isCut(last) { scalars.removeLast() } }
    var made = String.UnicodeScalarView()
    made.append(contentsOf: scalars)
    return String(made)
  }

  /// Control characters as vim shows them: `^I`.
  static func printable(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte < 0x20 ? [Byte.caret, byte + 0x40] : byte == 0x7f ? [Byte.caret, 0x3f] : [byte]
    }
  }

  static func number(atStartOf bytes: [UInt8], radix: Int) -> Int {
    var reader = VimLineReader(bytes)
    reader.skipBlanks()
    let isNegative = reader.take(if: "-")
    if !isNegative { _ = reader.take(if: "+") }
    let signs: [Int: [UInt8]] = [16: Array("xX".utf8), 2: Array("bB".utf8), 8: Array("oO".utf8)]
    if reader.next == UInt8(ascii: "0"), let sign = reader.afterNext,
      signs[radix]?.contains(sign) == true
    {
      reader.index += 2
    }
    let number = VimDigits.digits(&reader, radix) ?? 0
    return isNegative ? 0 &- number : number
  }

  static func float(atStartOf bytes: [UInt8]) -> Double {
    let text = String(decoding: bytes.prefix(400), as: UTF8.self)
    return text.withCString { strtod($0, nil) }
  }

  /// A moment, in seconds, in the format of C.
  static func time(_ moment: Int, _ format: String) -> String {
    var (seconds, parts) = (time_t(moment), tm())
    guard !format.isEmpty, localtime_r(&seconds, &parts) != nil else { return "" }
    var buffer = [CChar](repeating: 0, count: 1 << 12)
    let count = Glibc.strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
