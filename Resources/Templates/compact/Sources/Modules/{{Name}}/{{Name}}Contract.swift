import Viper

// {{Words}}: the screen's state and its commands.

struct {{Name}}State: MessageState {
  var text = ""
  var message = Message()
}

enum {{Name}}Command: Equatable, Sendable {
  case close
}

/// The view that the presenter updates.
typealias {{Name}}View = StateView<{{Name}}State>

/// The presenter as the view sees it.
typealias {{Name}}Presenting =
  Presenting<{{Name}}State, {{Name}}Command>
