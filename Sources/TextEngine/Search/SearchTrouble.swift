/// The reason why a search failed.
package enum SearchTrouble: Error, Hashable, Sendable {
  /// The pattern is empty.
  case empty
  /// The problem in the expression, and its byte offset there.
  case badExpression(reason: String, at: Int)
  /// The problem in a replacement, and its byte offset there.
  case badReplacement(reason: String, at: Int)
  /// To try all possibilities of the expression would take too long here.
  case tooHard(at: ByteOffset)
  /// The expression reads farther from here than a match may reach.
  case tooFar(at: ByteOffset)
  case cancelled
}

extension SearchTrouble: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "There is nothing to search for: type some text."
    case .badExpression(let reason, let offset):
      "The expression is wrong after \(Self.bytes(offset)): \(reason)."
    case .badReplacement(let reason, let offset):
      "The replacement is wrong after \(Self.bytes(offset)): \(reason)."
    case .tooHard:
      "The expression allows too many ways to match here: repeat less inside of what repeats."
    case .tooFar:
      "The expression reaches over more than \(RegexScan.farthest >> 20) MB of text: "
        + "let it end sooner, or use *? for *."
    case .cancelled: "The search was stopped."
    }
  }

  private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
