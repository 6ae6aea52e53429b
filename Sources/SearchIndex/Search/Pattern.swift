import Folding
import Regex
import Services

/// A regular expression, ready to match bytes of any kind: what is not UTF-8 fits nothing and hides
/// nothing around it.
struct Pattern: Sendable {
  let source: String
  /// The text that it finds, where it is plain text as a whole.
  let literal: String?
  private let regex: RegexPattern

  init(_ source: String, standingFor literal: String? = nil) throws(NoteIndexError) {
    self.source = source
    self.literal = literal
    do throws(RegexProblem) {
      regex = try RegexPattern(Array(source.utf8), .text)
    } catch {
      throw .badExpression(source, reason: "\(error.reason) (after \(error.offset) bytes)")
    }
  }

  /// Fits these characters themselves; a letter with marks also where it is written in parts.
  init(literal text: String, isAnyCase: Bool) throws(NoteIndexError) {
    var source = isAnyCase ? "(?i)" : ""
    for character in text {
      let written = String(character)
      let parts = String(decoding: Folding.name(written.utf8), as: UTF8.self)
      if isAnyCase, parts.unicodeScalars.count > written.unicodeScalars.count {
        source += "(?:\(written)|\(parts))"
      } else {
        source += written.unicodeScalars.map { Self.isSign($0) ? "\\\($0)" : "\($0)" }.joined()
      }
    }
    try self.init(source, standingFor: text)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.numericType == nil && !scalar.properties.isAlphabetic
      && !scalar.properties.isWhitespace
  }

  /// How many groups it has.
  var groupCount: Int { regex.groupCount }

  /// The number of a group that has a name; nil where none has it, or several.
  func group(named name: String) -> Int? {
    guard let numbers = regex.names[name], numbers.count == 1 else { return nil }
    return numbers[0]
  }

  /// For one text after the other, on one thread.
  func makeMatcher() -> RegexMatcher { RegexMatcher(regex, .search) }

  func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> RegexAnswer {
    var matcher = makeMatcher()
    return matcher.match(text.span, from: start)
  }

  func fits(_ text: String) -> Bool {
    var matcher = makeMatcher()
    if case .match = matcher.match(text.utf8.span, from: 0) { return true }
    return false
  }
}

extension Pattern {
  /// Words that are in everything that fits, as FTS5 is asked for them; nil where none is sure.
  ///
  /// An expression finds letters within words, and the index knows how words begin. So of the signs
  /// that are literal only those count that begin a word for sure, because a sign that is
  /// in no word precedes them, and pairs of Chinese characters, which are known anywhere.
  var match: String? {
    guard let runs = literal.map({ [Array($0.utf8)] }) ?? Self.literalRuns(source) else {
      return nil
    }
    var words: [String] = []
    for run in runs {
      run.withUnsafeBufferPointer { run in
        var splitter = WordSplitter()
        splitter.split(run) { word, range, kind in
          switch kind {
          case .word where range.lowerBound > 0 && run[range.lowerBound - 1] < 0x80:
            // Before such a sign it ends, too.
            let ends = range.upperBound < run.count && run[range.upperBound] < 0x80
            words.append(Needle.match(Array(word), isOpen: !ends))
          case .pair
          where literal != nil && range.upperBound < run.count || Self.isChinese(run, range):
            words.append(Needle.match(Array(word), isOpen: false))
          default: break
          }
        }
      }
    }
    return words.isEmpty ? nil : words.chained(by: " AND ")
  }

  /// Two characters that stay what they are whatever is next to them: no parts, no voicing.
  private static func isChinese(_ run: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    range.count == 6 && (0xe4...0xe9).contains(run[range.lowerBound])
      && (0xe4...0xe9).contains(run[range.lowerBound + 3])
  }

  /// The stretches of an expression that are literal and must be there; nil where it holds
  /// more than this simple reading understands.
  static func literalRuns(_ source: String) -> [[UInt8]]? {
    var bytes = Array(source.utf8)[...]
    if bytes.starts(with: Array("(?i)".utf8)) { bytes = bytes.dropFirst(4) }
    var runs: [[UInt8]] = []
    var run: [UInt8] = []
    func isPunctuation(_ byte: UInt8) -> Bool {
      (0x21...0x7e).contains(byte) && !((byte | 0x20) &- 0x61 < 26) && !(byte &- 0x30 < 10)
    }
    func endRun() {
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "#"): return nil
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "{"):
        // The character before may be missing.
        while let last = run.popLast(), last & 0xc0 == 0x80 {}
        endRun()
        // The content of braces is text for PCRE2 where it is no count: then nothing is sure.
        if byte == UInt8(ascii: "{") { return nil }
      case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"): endRun()
      case UInt8(ascii: "["):
        endRun()
        guard skipClass(&bytes) else { return nil }
      case UInt8(ascii: "\\"):
        guard let next = bytes.popFirst() else { return nil }
        if isPunctuation(next) {
          run.append(next)
        } else if "dDsSwWbB".utf8.contains(next) {
          endRun()
        } else {
          return nil
        }
      default: run.append(byte)
      }
    }
    endRun()
    return runs
  }

  /// Goes past the `]`; false for classes that hold more than single signs.
  private static func skipClass(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    if bytes.first == UInt8(ascii: "^") { bytes = bytes.dropFirst() }
    if bytes.first == UInt8(ascii: "]") { bytes = bytes.dropFirst() }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "]"): return true
      case UInt8(ascii: "["): return false
      case UInt8(ascii: "\\"):
        guard let next = bytes.popFirst(), next != UInt8(ascii: "Q"), next != UInt8(ascii: "E")
        else { return false }
      default: break
      }
    }
    return false
  }
}
