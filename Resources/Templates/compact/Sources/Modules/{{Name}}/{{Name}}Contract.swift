import Viper

// {{Words}}, read from top to bottom: what it shows and what can be done.

struct {{Name}}State: MessageState {
  var text = ""
  var message = Message()
}

enum {{Name}}Command: Equatable, Sendable {
  case close
}

/// What the presenter shows its state on.
typealias {{Name}}View = StateView<{{Name}}State>

/// What the screen reports to.
typealias {{Name}}Presenting =
  Presenting<{{Name}}State, {{Name}}Command>
