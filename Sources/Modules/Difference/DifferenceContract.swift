import Comparing
import Viper

struct DifferenceState: MessageState {
  var title = ""
  var rows: [DifferenceLine] = []
  /// The reason that the view did not close.
  var message = Message()
}

enum DifferenceCommand: Equatable, Sendable {
  /// Handled by the view itself.
  case scroll(ScrollMove)
  case close
}

typealias DifferenceView = StateView<DifferenceState>
typealias DifferencePresenting = Presenting<DifferenceState, DifferenceCommand>
