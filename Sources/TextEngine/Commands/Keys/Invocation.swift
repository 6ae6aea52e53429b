/// What keys asked for: a command and all that was said with it.
package struct Invocation: Hashable, Sendable {
  /// What an operator works on.
  package enum Target: Hashable, Sendable {
    /// From the cursor to where a motion goes.
    case motion(CommandID)
    case object(CommandID)
    /// The cursor's line, and as many more as the count says.
    case lines
  }

  package var command: CommandID
  /// Nil where none was typed.
  package var count: Int?
  package var register: Character?
  /// What is typed, or the key that the command waited for.
  package var argument: String
  /// Nil for what is selected.
  package var target: Target?
  /// Whether a motion selects what it goes over.
  package var extends: Bool
  /// What an operator is to take its target for, whatever it is.
  package var shape: Shape?

  package enum Shape: Hashable, Sendable { case characters, lines, block }

  package init(
    _ command: CommandID, count: Int? = nil, register: Character? = nil, argument: String = "",
    target: Target? = nil, extends: Bool = false
  ) {
    self.command = command
    self.count = count
    self.register = register
    self.argument = argument
    self.target = target
    self.extends = extends
  }
}
