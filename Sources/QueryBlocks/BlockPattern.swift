import Expressions

/// A regular expression in JavaScript's syntax: `/…/flags`.
struct BlockPattern: Sendable {
  private let pattern: RegexValue
  private let location: BlockProblem.Location

  /// Throws if the text does not have a `/` at both ends of the expression.
  init(_ text: LocatedText) throws(BlockProblem) {
    let characters = text.characters
    guard characters.first == "/", let end = characters.lastIndex(of: "/"), end > 0 else {
      throw text.problem("An expression needs a “/” at both ends, as in: /^Buy/i")
    }
    location = text.location(of: 0)
    do throws(RegexFault) {
      pattern = try RegexValue(
        String(characters[1..<end]), flags: String(characters[(end + 1)...]))
    } catch {
      throw BlockProblem(error.reason.capitalizedFirst, at: location)
    }
  }

  func matches(_ text: String) throws(BlockProblem) -> Bool {
    var text = text
    let found: Result<Bool, RegexFault> = text.withUTF8 { bytes in
      do throws(RegexFault) {
        return .success(try pattern.match(in: bytes, from: 0) != nil)
      } catch {
        return .failure(error)
      }
    }
    switch found {
    case .success(let matches): return matches
    case .failure(let error): throw BlockProblem(error.reason.capitalizedFirst, at: location)
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// But for the name of a function.
  var capitalizedSentence: String {
    prefix { $0 != " " }.contains("(") ? self : capitalizedFirst
  }
}
