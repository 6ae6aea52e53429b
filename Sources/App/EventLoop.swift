import Glibc
package import Terminal
import Viper

/// Waits on the main thread for keys, main-actor jobs, signals and timers, whichever comes first.
/// All events are applied before one frame is drawn.
@MainActor
package struct EventLoop {
  private let app: NotesApp
  private let terminal: any LiveTerminal
  private let scheduler: LoopScheduler
  private let signals: SignalSource

  /// A source of signals: a descriptor to wait for, and the signals received.
  package struct SignalSource {
    var descriptor: Int32
    var pending: @MainActor () -> [Int32]

    package init(descriptor: Int32, pending: @escaping @MainActor () -> [Int32]) {
      self.descriptor = descriptor
      self.pending = pending
    }
  }

  package init(
    app: NotesApp, terminal: any LiveTerminal, scheduler: LoopScheduler, signals: SignalSource
  ) {
    self.app = app
    self.terminal = terminal
    self.scheduler = scheduler
    self.signals = signals
  }

  /// Runs until the app has ended.
  package func run() -> Ending {
    let work = app.container.work
    work.loopBegins()
    defer { work.loopEnded() }
    var descriptors = [terminal.inputDescriptor, MainQueue.bell, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      if let ending = app.ending { return ending }
      let hasMore = work.hasNextTurn || !MainQueue.isEmpty
      let ready = poll(&descriptors, nfds_t(descriptors.count), hasMore ? 0 : timeout)
      if ready < 0, errno != EINTR {
        return Ending(exitCode: 1, message: "Waiting for keys failed (error \(errno)).")
      }
      let hasInput = ready > 0 && descriptors[0].revents != 0
      MainQueue.run()
      work.takeTurn()
      if ready < 0 || descriptors[2].revents != 0 {
        for signal in signals.pending() { receive(signal) }
      }
      // Handle typed keys before work that became due at the same time.
      if hasInput, scheduler.untilNext == .zero { takeInput() }
      _ = scheduler.fireDue()
      takeInput()
    }
  }

  /// Handles the typed events and wipes them, because they may contain a passphrase.
  private func takeInput() {
    var events = terminal.events()
    app.background = terminal.background
    app.process(events)
    events.wipe()
  }

  /// Milliseconds for `poll`, rounded up so that a timer is due when it wakes; -1 waits forever.
  private var timeout: Int32 {
    let waits = [scheduler.untilNext, terminal.pendingInputDelay].compactMap(\.self)
    guard let shortest = waits.min() else { return -1 }
    let (seconds, attoseconds) = shortest.components
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }

  private func receive(_ signal: Int32) {
    switch signal {
    case SIGWINCH: break
    case SIGTSTP: app.goToShell()
    // Another program may have used the terminal while this one was stopped from outside.
    case SIGCONT:
      _ = app.lockIfIdle()
      terminal.resume()
    case SIGINT: end(130, "Interrupted.")
    case SIGTERM: end(143, "Ended by another program (SIGTERM).")
    case SIGHUP: end(129, "The terminal was closed (SIGHUP).")
    case SIGQUIT: end(131, "Ended (SIGQUIT).")
    default: end(128 + signal, "Ended by signal \(signal).")
    }
  }

  private func end(_ code: Int32, _ message: String) {
    app.terminate(Ending(exitCode: code, message: message))
  }
}
