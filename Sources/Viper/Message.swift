/// What a screen says of the last thing that happened, and how to undo it.
package struct Message: Equatable, Sendable {
  package var text: String
  package var isWarning: Bool

  package init(_ text: String = "", isWarning: Bool = false) {
    self.text = text
    self.isWarning = isWarning
  }
}
