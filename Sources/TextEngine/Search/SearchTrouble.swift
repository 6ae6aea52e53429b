/// Why a search gave no answer.
package enum SearchTrouble: Error, Hashable, Sendable {
  /// There is nothing to search for.
  case empty
  /// What the expression does wrong, and how many bytes of it are before that.
  case badExpression(reason: String, at: Int)
  /// What a replacement does wrong, and how many bytes of it are before that.
  case badReplacement(reason: String, at: Int)
  /// Trying all that the expression allows would take too long here.
  case tooHard(at: ByteOffset)
  /// The expression looks farther from here than a match may reach.
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
