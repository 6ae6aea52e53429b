import Viper

/// One line of a difference: in both texts, in one of them, or a gap.
package struct DifferenceRow: Equatable, Sendable {
  package enum Kind: Sendable {
    case same, removed, added
    /// The text says what was left out.
    case gap
  }

  package var kind: Kind
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

struct DifferenceState: MessageState {
  var title = ""
  var rows: [DifferenceRow] = []
  /// Why it is still here although it was closed.
  var message = Message()
}

enum DifferenceCommand: Equatable, Sendable {
  /// The view's own.
  case scroll(ScrollMove)
  case close
}

typealias DifferenceView = StateView<DifferenceState>
typealias DifferencePresenting = Presenting<DifferenceState, DifferenceCommand>
