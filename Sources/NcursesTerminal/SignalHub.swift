import CSystem
import Glibc
import Synchronization

/// The process's signals, as something to poll. Make it before the driver: what it has taken over,
/// ncurses leaves alone. Handlers are the process's own, and so every hub is the same one.
package struct SignalHub: Sendable {
  /// Readable when a signal came.
  package let descriptor: Int32

  private struct State {
    /// To read from and to write to.
    var pipe: [Int32] = []
    /// Who had each signal before; empty while all are theirs.
    var before: [(signal: Int32, action: sigaction)] = []
  }

  private static let state = Mutex(State())

  /// All that can be taken over and would end or stop the program, but for crashes, which have a guard
  /// of their own, and for the two that stop a program which uses the terminal from the background.
  private static var taken: [Int32] {
    [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
    ] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
  }

  /// Takes the signals over; a second hub is the same one.
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
    // A call that fails tells more: `EPIPE`, `EFBIG`.
    var ignore = action(SIG_IGN)
    return before
      + [SIGPIPE, SIGXFSZ].map { signal in
        sigaction(signal, &ignore, &old)
        return (signal, old)
      }
  }

  /// The next signal that came, in order; never waits.
  package func next() -> Int32? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return Int32(byte) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// The signals that came since the last call.
  package func pending() -> [Int32] { Array(sequence(state: ()) { _ in next() }) }

  /// Restores the handlers of before.
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

  /// Stops this process and those it started, as the shell's Ctrl-Z would; returns when continued. The
  /// terminal must have been given back before.
  package func stopSelf() {
    var (old, continued) = (sigaction(), sigaction())
    var (ignore, usual) = (Self.action(SIG_IGN), Self.action(SIG_DFL))
    // The others of the group first, ourselves left out: a stop of our own that is still on its way
    // would stop us a second time after the first continue.
    sigaction(SIGTSTP, &ignore, &old)
    kill(0, SIGTSTP)
    sigaction(SIGTSTP, &usual, nil)
    // A program that stopped itself knows that it goes on; the hub tells of other stops.
    sigaction(SIGCONT, &usual, &continued)
    var (stop, mask) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    // To this thread, so that it does not run on until another one has taken the signal.
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

/// Restores the terminal when the program itself crashes. Arm it before the driver takes the
/// terminal, so that the settings it remembers are the shell's; arming it again with the driver's
/// `restoreSequence` keeps them. Disarm it while the terminal is given back.
@MainActor
package enum CrashGuard {
  /// What undoes every mode that we set on any usual terminal.
  static let standardReset = Array(
    "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?2004l\u{1b}[?1l\u{1b}>\u{1b}[?1049l\u{1b}(B\u{1b}[0m\u{1b}[?25h\r\n"
      .utf8)

  package static func arm(output: Int32 = 1, reset: [UInt8] = standardReset) {
    csystem_crash_guard_arm(output, reset, reset.count)
  }

  /// The terminal is about to be given back in the usual way.
  package static func disarm() {
    csystem_crash_guard_disarm()
  }
}
