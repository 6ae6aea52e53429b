import CSystem

/// The process's signals, as something to poll. Make it before the driver: what it has taken over,
/// ncurses leaves alone.
@MainActor
package struct SignalHub {
  /// Readable when a signal came.
  package let descriptor: Int32

  /// Takes the signals over; a second hub is the same one.
  package init() throws(TerminalError) {
    descriptor = csystem_signals_install()
    if descriptor < 0 { throw .failed("make a pipe for signals; too many files are open") }
  }

  /// The signals that came since the last call, in order; never waits.
  package func pending() -> [Int32] {
    var signals: [Int32] = []
    while case let signal = csystem_signals_next(), signal != 0 { signals.append(signal) }
    return signals
  }

  /// Stops the program as Ctrl-Z does elsewhere; returns when it is continued. The terminal must
  /// have been given back before.
  package func stopSelf() {
    csystem_stop_self()
  }

  /// Gives the signals back to whoever had them.
  package func restore() {
    csystem_signals_restore()
  }
}
