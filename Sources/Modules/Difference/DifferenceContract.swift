import Comparing
import Viper

struct DifferenceState: MessageState {
  var title = ""
  var rows: [DifferenceLine] = []
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
