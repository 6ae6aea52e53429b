/// What a screen says about the last thing that happened, and how to undo it.
package struct Message: Equatable, Sendable {
  package var text: String
  package var isWarning: Bool

  package init(_ text: String = "", isWarning: Bool = false) {
    self.text = text
    self.isWarning = isWarning
  }

  package static func warning(_ text: String) -> Message { Message(text, isWarning: true) }
}
