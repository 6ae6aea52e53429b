package import Terminal
package import Viper

extension Chrome {
  package init(place: String, state: String = "", message: Message, hints: [Hint] = []) {
    self.init(
      place: place, state: state, message: message.text,
      tone: message.isWarning ? .warning : .news, hints: hints)
  }
}
