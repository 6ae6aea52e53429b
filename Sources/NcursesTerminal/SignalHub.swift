import CSystem
import Glibc
import Synchronization

/// The process's signals, as a descriptor to poll. Create it before the driver, because ncurses
/// leaves signals with handlers alone. Handlers are global to the process, so all hubs share one
/// state.
package struct SignalHub: Sendable {
  /// Readable after a signal.
  package let descriptor: Int32

  private struct State {
    /// The ends of the pipe: for reading and for writing.
    var pipe: [Int32] = []
    /// The previous handlers; empty while they are active.
    var before: [(signal: Int32, action: sigaction)] = []
  }

  private static let state = Mutex(State())

  /// All signals that would end or stop the program and can be handled. Excluded are crashes, which
  /// have their own guard, and the two that stop a background program that uses the terminal.
  private static var taken: [Int32] {
    [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
    ] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
  }

  /// Takes over the signals. A second hub shares the state of the first.
  package init() throws(TerminalError) {
    let descriptor: Int32? = Self.state.withLock { state in
      if state.pipe.isEmpty {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0 else { return nil }
        state.pipe = ends
      }
      if state.before.isEmpty { state.before = Self.takeAll(writingTo: state.pipe[1]) }
      return state.pipe[0]
    }
    guard let descriptor else {
      throw .failed("make a pipe for signals; too many files are open")
    }
    self.descriptor = descriptor
  }

  private static func takeAll(writingTo pipe: Int32) -> [(signal: Int32, action: sigaction)] {
    var old = sigaction()
    let before = taken.map { signal in
      csystem_take_signal(signal, pipe, &old)
      return (signal, old)
    }
    // Ignored, because a failing call reports more: `EPIPE`, `EFBIG`.
    var ignore = action(SIG_IGN)
    return before
      + [SIGPIPE, SIGXFSZ].map { signal in
        sigaction(signal, &ignore, &old)
        return (signal, old)
      }
  }

  /// Returns the next signal in order; never waits.
  package func next() -> Int32? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return Int32(byte) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Returns the signals since the last call.
  package func pending() -> [Int32] { Array(sequence(state: ()) { _ in next() }) }

  package func restore() {
    Self.state.withLock { state in
      csystem_forget_ending()
      for entry in state.before {
        var action = entry.action
        sigaction(entry.signal, &action, nil)
      }
      state.before = []
    }
  }

  /// Stops the process group, as the shell's Ctrl-Z does, and returns when continued. The terminal
  /// must have been restored before.
  package func stopSelf() {
    var (old, continued) = (sigaction(), sigaction())
    var (ignore, usual) = (Self.action(SIG_IGN), Self.action(SIG_DFL))
    // First the rest of the group, without this process: a pending stop of our own would stop us a
    // second time after the first continue.
    sigaction(SIGTSTP, &ignore, &old)
    kill(0, SIGTSTP)
    sigaction(SIGTSTP, &usual, nil)
    // A program that stopped itself knows that it continues; the hub reports other stops only.
    sigaction(SIGCONT, &usual, &continued)
    var (stop, mask) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    // Sent to this thread, so that it does not run on until another thread has taken the signal.
    pthread_kill(pthread_self(), SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    sigaction(SIGCONT, &continued, nil)
    sigaction(SIGTSTP, &old, nil)
  }

  private static func action(_ handler: sighandler_t?) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    return action
  }
}

/// Restores the terminal after a crash of the program. Arm it before the driver takes the terminal,
/// so that it saves the shell's settings; arming it again with the driver's `restoreSequence`
/// retains them. Disarm it while the terminal is given back.
@MainActor
package enum CrashGuard {
  /// Undoes every mode that the program sets, on any common terminal.
  static let standardReset = Array(
    "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?2004l\u{1b}[?1l\u{1b}>\u{1b}[?1049l\u{1b}(B\u{1b}[0m\u{1b}[?25h\r\n"
      .utf8)

  package static func arm(output: Int32 = 1, reset: [UInt8] = standardReset) {
    csystem_crash_guard_arm(output, reset, reset.count)
  }

  /// Disarms the guard before the terminal is restored normally.
  package static func disarm() {
    csystem_crash_guard_disarm()
  }
}
