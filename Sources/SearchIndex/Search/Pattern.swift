import Entities
import Folding
import Regex
import Services

/// A regular expression for bytes of any kind: invalid UTF-8 matches nothing, and does not affect
/// the text around it.
struct Pattern: Sendable {
  let source: String
  /// The text that it matches, if it is plain text.
  let literal: String?
  private let regex: RegexPattern

  init(_ source: String, standingFor literal: String? = nil) throws(NoteIndexError) {
    self.source = source
    self.literal = literal
    regex = try rethrow(RegexPattern(Array(source.utf8), .text)) { (error: RegexProblem) in
      NoteIndexError.badExpression(source, reason: "\(error.reason) (after \(error.offset) bytes)")
    }
  }

  /// Matches exactly these characters; a letter with marks also if it is decomposed.
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

  var groupCount: Int { regex.groupCount }

  /// Returns the number of the group with a name; nil if there is none, or several.
  func group(named name: String) -> Int? {
    guard let numbers = regex.names[name], numbers.count == 1 else { return nil }
    return numbers[0]
  }

  /// Returns a matcher for one text after the other, on one thread.
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
  /// An FTS5 query for words that every match contains; nil if none is certain.
  ///
  /// An expression may match within words, but the index only knows how words begin. So literal
  /// characters count only if they certainly begin a word, after a character that is in no word;
  /// also pairs of Chinese characters, which are indexed everywhere.
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
            // Before such a character it also ends.
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

  /// Whether two characters are the same in every context: without parts or voicing.
  private static func isChinese(_ run: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    range.count == 6 && (0xe4...0xe9).contains(run[range.lowerBound])
      && (0xe4...0xe9).contains(run[range.lowerBound + 3])
  }

  /// Returns the parts of an expression that are literal and required; nil if it contains more than
  /// this simple parser understands.
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
        // Braces that are no count are literal in PCRE2: then nothing is certain.
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

  /// Skips to the `]`; returns false for classes with more than single characters.
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
