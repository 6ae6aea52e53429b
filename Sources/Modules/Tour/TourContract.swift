package import Entities
import Viper

/// A step: what to do, and the keys for it.
package struct TourStep: Equatable, Sendable {
  package var title: String
  package var text: String
  /// The names of the keys; pressing one completes the step.
  package var keys: [String]
  /// Whether the key also acts on the screen below, so that the person sees the effect.
  var isShown = false
  /// The archive to import, if it is the only one found.
  var archive: NotePath?
}

struct TourState: Equatable, Sendable {
  /// The step's number, from 0.
  var number = 0
  var count = 0
  var title = ""
  var text = ""
  /// The keys of the step.
  var keys: [String] = []
  /// Whether the key of the previous step was pressed.
  var wasDone = false
  /// The reason that the tour did not close, or that a key did nothing.
  var problem = ""
}

@MainActor
protocol TourInteractorOutput: AnyObject {
  /// Archives were found; `step` offers to import them.
  func found(_ step: TourStep)
}

/// The requests of the tour to its surroundings.
@MainActor
package protocol TourWireframe: AnyObject {
  /// Presses a key in the screen below the tour.
  func press(_ key: String)
  /// Shows the plan for importing an archive.
  func bring(_ archive: NotePath)
}

enum TourCommand: Equatable, Sendable {
  case next
  case back
  case close
  /// A pressed key, which may be one of the current step's.
  case press(String)
}

typealias TourView = StateView<TourState>
typealias TourPresenting = Presenting<TourState, TourCommand>
