import Bytes
import Regex

/// A compiled expression, and what is known of its matches. Bytes that are no UTF-8 match nothing and
/// hide nothing around them.
struct RegexCode: Sendable {
  let pattern: RegexPattern
  /// The same for bytes that are no text, where it is not enough to try a match at the start of
  /// each line: `.*` ends at such bytes as it does at a line end.
  let patternForBroken: RegexPattern?
  /// No match holds or needs to see a line end, but the one right before it or behind it.
  let staysInLine: Bool
  /// Whether a match may start later than where it was tried: behind `\K`.
  let movesStart: Bool
  /// How many bytes before a place may say whether a match starts there.
  let bytesBehind: Int
  /// A word that goes on over an end of a match forbids it.
  let isWholeWord: Bool

  struct Options {
    var ignoresCase = false
    var isWholeWord = false
    /// Every character stands for itself.
    var isLiteral = false
  }

  init(_ pattern: [UInt8], _ options: Options) throws(SearchTrouble) {
    var traits = PatternTraits()
    if options.isLiteral {
      traits.staysInLine = !pattern.contains(.lineFeed) && !pattern.contains(.carriageReturn)
    } else {
      traits = PatternTraits(pattern)
      if let refusal = traits.refusal {
        throw .badExpression(reason: refusal.reason, at: refusal.place)
      }
    }
    let source = options.isLiteral ? Self.quoted(pattern) : pattern
    let rules: RegexOptions = options.ignoresCase ? [.text, .ignoresCase] : .text
    do throws(RegexProblem) {
      // Its own problem comes first, at its own place.
      let plain = try RegexPattern(source, rules)
      self.pattern = options.isWholeWord ? try Self.wholeWord(source, rules) : plain
    } catch {
      throw .badExpression(reason: error.reason, at: min(error.offset, pattern.count))
    }
    let everywhere = rules.union(.startsAnywhere)
    patternForBroken =
      !self.pattern.startsLines
      ? nil
      : options.isWholeWord
        ? try? Self.wholeWord(source, everywhere) : try? RegexPattern(source, everywhere)
    staysInLine = traits.staysInLine
    movesStart = traits.movesStart
    isWholeWord = options.isWholeWord
    // At least a character and a line end, so that only the text's start is taken for one.
    bytesBehind = max(2, self.pattern.lookBehind) * 4 + 4
  }

  /// What may follow is said in the expression, so that a shorter match is found where a longer one
  /// is no whole word. What stands before is asked afterwards: said in the expression, it would
  /// slow the search for the first character.
  private static func wholeWord(
    _ pattern: [UInt8], _ rules: RegexOptions
  ) throws(RegexProblem) -> RegexPattern {
    let start = Array("(?:".utf8) + pattern
    let end = Array(")(?:(?!\\w)|(?<!\\w))".utf8)
    do {
      // Ends a quotation that is left open.
      return try RegexPattern(start + Array("\\E".utf8) + end, rules)
    } catch {
      // Ends a comment that is left open.
      return try RegexPattern(start + Array("\n".utf8) + end, rules)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      let isPlain =
        byte >= 0x80 || Byte.isLetter(byte)
        || Byte.isDigit(byte)
        || byte < 0x20
      return isPlain ? [byte] : [UInt8(ascii: "\\"), byte]
    }
  }
}
