package import Entities
import Viper

/// One step: what to do, and the keys that do it.
package struct TourStep: Equatable, Sendable {
  package var title: String
  package var text: String
  /// By their names; pressing one is doing it.
  package var keys: [String]
  /// The list below does what the key says, for the person to see it.
  var isShown = false
  /// The archive of another program that its key brings: the only one that was found.
  var archive: NotePath?
}

struct TourState: Equatable, Sendable {
  /// From 0.
  var number = 0
  var count = 0
  var title = ""
  var text = ""
  /// What the step asks for.
  var keys: [String] = []
  /// The key of the step before was pressed.
  var wasDone = false
  /// Why the tour is still here although it was closed, or a key did nothing.
  var problem = ""
}

@MainActor
protocol TourInteractorOutput: AnyObject {
  /// Archives: this step asks about them.
  func found(_ step: TourStep)
}

/// What the tour asks for from outside.
@MainActor
package protocol TourWireframe: AnyObject {
  /// As if a key had been pressed in the screen below the tour.
  func press(_ key: String)
  /// Shows what an archive would bring.
  func bring(_ archive: NotePath)
}

enum TourCommand: Equatable, Sendable {
  case next
  case back
  case close
  /// A key of the present step, perhaps.
  case press(String)
}

typealias TourView = StateView<TourState>
typealias TourPresenting = Presenting<TourState, TourCommand>
