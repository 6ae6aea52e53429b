/// A driver whose input comes from a file descriptor, for the event loop to wait on.
@MainActor
package protocol LiveTerminal: Driver {
  var inputDescriptor: Int32 { get }

  /// How long to wait at most before asking for events again: a lone Esc becomes a key when
  /// nothing follows it. Nil: wait for the descriptor.
  var pendingInputDelay: Duration? { get }

  /// How light the ground is, as far as it is known; and the question for it, whose answer comes with
  /// what is typed.
  var background: Background? { get }
  func askForBackground()

  /// Gives the terminal back as it was found, to stop or to run another program; and takes it again,
  /// also from someone who used it while the program was stopped from outside.
  func suspend()
  func resume()

  /// Restores the terminal for good. Safe to call twice.
  func end()
}

extension LiveTerminal {
  package var background: Background? { nil }
  package func askForBackground() {}
}
