package import Terminal
package import Viper

extension Chrome {
  package init(
    place: String, state: String = "", isPlace: Bool = false, message: Message,
    hints: [Hint] = []
  ) {
    self.init(
      place: place, state: state, isPlace: isPlace, message: message.text,
      tone: message.isWarning ? .warning : .news, hints: hints)
  }
}
