import Comparing
import Viper

struct DifferenceState: MessageState {
  var title = ""
  var rows: [DifferenceLine] = []
  /// Whether these are rows to read, without signs, and not a difference.
  var isList = false
  /// The reason that the view did not close.
  var message = Message()
}

enum DifferenceCommand: Equatable, Sendable {
  /// Handled by the view itself.
  case scroll(ScrollMove)
  /// Scrolls; at the end, closes.
  case scrollOrClose(ScrollMove)
  case close
  /// Closes, and leaves the key to the text.
  case pass(String)
}

typealias DifferenceView = StateView<DifferenceState>
typealias DifferencePresenting = Presenting<DifferenceState, DifferenceCommand>
