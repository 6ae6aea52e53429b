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
