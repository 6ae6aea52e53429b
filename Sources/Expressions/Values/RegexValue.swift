import Regex

package struct RegexFault: Error {
  package var reason: String
}

/// A JavaScript regular expression.
package final class RegexValue: Sendable {
  let source: String
  let flags: String
  private let pattern: RegexPattern

  package var isGlobal: Bool { flags.contains("g") }
  package var text: String { "/\(source)/\(flags)" }

  /// The cost of a match attempt, in steps of a budget.
  static let usualPrice = 40
  static let hardPrice = 20_000
  private static let longest = 10_000

  package init(_ source: String, flags: String) throws(RegexFault) {
    self.source = source
    self.flags = flags
    var options = RegexOptions.javaScript
    for flag in flags {
      switch flag {
      case "i": options.insert(.ignoresCase)
      case "m": options.insert(.hasLines)
      case "s": options.insert(.dotMatchesLineEnds)
      case "g", "u", "y", "d", "v": break
      default:
        throw RegexFault(reason: "a regular expression has no flag \(flag)")
      }
    }
    guard source.utf8.count <= Self.longest else {
      throw RegexFault(reason: "the regular expression is too long")
    }
    do throws(RegexProblem) {
      pattern = try RegexPattern(Array(source.utf8), options)
    } catch {
      throw RegexFault(reason: "the regular expression: \(error.reason)")
    }
  }

  /// Returns the first match from a byte on, and its groups; nil if there is none. A group that did
  /// not participate is nil.
  package func match(
    in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(RegexFault) -> [Range<Int>?]? {
    var isHard = false
    return try match(in: text, from: start, isHard: &isHard)
  }

  /// `isHard` is set if the match took much work, even if it fails.
  func match(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, isHard: inout Bool
  ) throws(RegexFault) -> [Range<Int>?]? {
    var matcher = RegexMatcher(pattern, .usualQuery)
    var answer = matcher.match(text.span, from: start)
    if answer == .tooHard {
      isHard = true
      matcher.limits = .query
      answer = matcher.match(text.span, from: start)
    }
    switch answer {
    case .match: return matcher.groups
    case .nothing: return nil
    case .unsure, .tooHard:
      throw RegexFault(reason: "the regular expression takes too long")
    }
  }
}
