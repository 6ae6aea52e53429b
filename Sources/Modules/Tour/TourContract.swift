import Viper

/// One step: what to do, and the keys that do it.
package struct TourStep: Equatable, Sendable {
  package var title: String
  package var text: String
  /// By their names; pressing one is doing it.
  package var keys: [String]

  package init(title: String, text: String, keys: [String]) {
    self.title = title
    self.text = text
    self.keys = keys
  }
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
  /// Why the tour is still here although it was closed.
  var problem = ""
}

enum TourCommand: Equatable, Sendable {
  case next
  case back
  case close
  /// A key of the present step, perhaps.
  case press(String)
}

@MainActor
protocol TourView: AnyObject {
  func show(_ state: TourState)
}

@MainActor
protocol TourEventHandler: AnyObject {
  var view: (any TourView)? { get set }
  func handle(_ command: TourCommand)
}
