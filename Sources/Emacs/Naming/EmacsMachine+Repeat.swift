import TextEngine

/// `C-x z`: the last command again.
extension EmacsMachine {
  /// Stores a command that can be repeated. Those that only ask for something else cannot.
  mutating func noteRepeatable(_ run: EmacsCommand) {
    let excluded = ["repeat", "execute-extended-command", "keyboard-quit", "describe-key"]
    if !excluded.contains(run.id.name) { command.repeatable = (run, keys.argument, key) }
  }

  mutating func repeatCommand() throws(EmacsFailure) {
    guard let (run, argument, key) = command.repeatable else {
      throw failure("There is nothing to repeat")
    }
    let pressed = self.key
    defer { self.key = pressed }
    self.key = key
    keys.argument = argument
    try runPlain(run.id.name, run.run)
    command.isRepeating = true
  }
}
