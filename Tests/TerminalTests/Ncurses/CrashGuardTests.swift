import Glibc
import NcursesTerminal
import Testing
import Threads

/// Recurses until the stack is used up.
@inline(never)
private func descend(_ depth: Int) -> Int {
  depth == 0 ? 0 : descend(depth + 1) &+ descend(depth + 2)
}

@MainActor
@Suite("The crash guard", .serialized)
struct CrashGuardTests {
  /// As in a program: the guard is armed before the terminal's settings change.
  private static func armedRawTerminal(_ path: String) -> Int32 {
    let tty = open(path, O_RDWR | O_NOCTTY)
    CrashGuard.arm(output: tty)
    var settings = termios()
    tcgetattr(tty, &settings)
    cfmakeraw(&settings)
    tcsetattr(tty, TCSANOW, &settings)
    return tty
  }

  @Test("A trap restores the terminal and prints a message")
  func trap() async throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let before = terminal.localModes
    let path = String(cString: try #require(ttyname(terminal.near)))
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [path = path as String] in
      await MainActor.run {
        let tty = Self.armedRawTerminal(path)
        _ = write(tty, "\u{1b}[?1049h", 8)
        // Armed again, while the settings are no longer the shell's.
        CrashGuard.arm(output: tty)
        preconditionFailure("a broken promise")
      }
    }
    try terminal.readRest()
    #expect(terminal.localModes == before)
    for mode in ["?1002l", "?1006l", "?2004l", "?1049l", "?25h"] {
      #expect(terminal.wrote("\u{1b}[\(mode)"), "\(mode)")
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("notes-tui stopped on an internal error (SIG"))
  }

  @Test("A thread that overflows its stack also restores the terminal (security L13)")
  func overflow() async throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let before = terminal.localModes
    let path = String(cString: try #require(ttyname(terminal.near)))
    let result = await #expect(
      processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]
    ) { [path = path as String] in
      await MainActor.run {
        _ = Self.armedRawTerminal(path)
        guard DedicatedThread.start({ exit(Int32(descend(1) & 1)) }) else { exit(3) }
        while true { _ = poll(nil, 0, -1) }
      }
    }
    try terminal.readRest()
    #expect(terminal.localModes == before)
    #expect(terminal.wrote("\u{1b}[?1049l"))
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("notes-tui stopped on an internal error (SIGSEGV)"))
  }

  @Test("A disarmed guard writes nothing")
  func disarmed() async throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let path = String(cString: try #require(ttyname(terminal.near)))
    await #expect(processExitsWith: .failure) { [path = path as String] in
      await MainActor.run {
        CrashGuard.arm(output: open(path, O_RDWR | O_NOCTTY))
        CrashGuard.disarm()
        abort()
      }
    }
    try terminal.readRest()
    #expect(!terminal.wrote("\u{1b}[?1049l"))
  }

  @Test("Signals arrive in order, SIGPIPE is ignored, and restoring resets all of them")
  func hub() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      try await MainActor.run {
        let hub = try SignalHub()
        #expect(try SignalHub().descriptor == hub.descriptor)
        for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGPIPE] {
          kill(getpid(), signal)
          guard signal != SIGPIPE else { continue }
          var request = pollfd(fd: hub.descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&request, 1, 5_000) == 1, hub.pending() == [signal] else { exit(3) }
        }
        hub.restore()
        kill(getpid(), SIGTERM)
        // The signal may go to another thread; its arrival ends this wait.
        var request = pollfd(fd: -1, events: 0, revents: 0)
        _ = poll(&request, 1, 5_000)
        exit(4)
      }
    }
  }
}
