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

struct DifferenceState: Equatable, Sendable {
  var title = ""
  /// How many lines only the new text has, and how many only the old one.
  var added = 0
  var removed = 0
  /// The first visible line, as the view has laid the lines out.
  var firstLine = 0
  /// Why it is still here although it was closed.
  var problem = ""
}

enum DifferenceCommand: Equatable, Sendable {
  case scroll(ScrollMove)
  case close
}

@MainActor
protocol DifferenceView: AnyObject {
  func show(_ state: DifferenceState)
  /// How many lines the rows take in the present width.
  var lineCount: Int { get }
  var visibleLines: Int { get }
}

@MainActor
protocol DifferencePresenting: AnyObject {
  var view: (any DifferenceView)? { get set }
  func handle(_ command: DifferenceCommand)
  var rowCount: Int { get }
  func row(at index: Int) -> DifferenceRow
}

/// Told once, after the difference has gone from the screen.
@MainActor
package protocol DifferenceOutput: AnyObject {
  func differenceWasClosed()
}
