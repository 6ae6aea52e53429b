import Glibc
import Terminal
import Testing

extension ProgramTests {
  @Suite("The program under a shell")
  struct SuspendTests {
    private let home = ProgramHome()

    /// A shell with job control: a program without it cannot be stopped.
    private func startShell() throws -> ProgramUnderTest {
      try ProgramUnderTest(
        in: home, environment: ["HISTFILE": "/dev/null"],
        command: [
          "/bin/bash", "--norc", "--noprofile", "--noediting", "-c",
          // The following words are the program; `$0` is its path.
          "export program=$0 PS1='ready> '; exec /bin/bash --norc --noprofile --noediting -i",
        ])
    }

    /// The shell with the program as its job, showing the list.
    private func startProgramUnderShell() throws -> ProgramUnderTest {
      let shell = try startShell()
      try shell.wait(forText: "ready> ")
      try shell.type("\"$program\"\n")
      try shell.wait(forText: "the first line")
      try shell.sync()
      return shell
    }

    /// The program shows its old frame, takes keys, and is quit.
    private func goOn(with shell: ProgramUnderTest, showing frame: String) throws {
      try shell.type("fg\n")
      try shell.wait(for: "the frame as it was") { shell.screen == frame }
      try shell.press("Enter")
      #expect(try shell.sync().stack == "NoteList > Editor")
      try shell.press("Esc")
      try shell.sync()
      try shell.type("q")
    }

    @Test("Ctrl-Z gives the terminal back to the shell; fg restores the frame")
    func stopAndGoOn() throws {
      let shell = try startProgramUnderShell()
      try shell.type("\u{1a}")
      try shell.wait(forText: "Nothing to undo. C-z again goes to the shell.")
      try shell.sync()
      let frame = shell.screen
      try shell.type("\u{1a}")
      try shell.wait(forText: "Stopped")
      #expect(shell.terminalTroubles == [])
      try shell.type("jobs -s; echo a-shell-$((20 + 3))\n")
      try shell.wait(forText: "a-shell-23")
      shell.resize(to: Size(columns: 50, rows: 10))
      shell.resize(to: Size(columns: 80, rows: 24))
      try goOn(with: shell, showing: frame)
      try shell.wait(forText: "a-shell-23")
      #expect(shell.terminalTroubles == [])
      try shell.type("exit 7\n")
      #expect(try shell.waitForEnd() == .exit(7))
    }

    @Test("A program stopped by SIGSTOP repaints its screen when it continues")
    func stoppedFromOutside() throws {
      let shell = try startProgramUnderShell()
      let frame = shell.screen
      for process in Self.children(of: shell.process.id) { kill(process, SIGSTOP) }
      try shell.wait(forText: "Stopped")
      try shell.type("echo a-shell-$((20 + 3))\n")
      try shell.wait(forText: "a-shell-23")
      try goOn(with: shell, showing: frame)
      try shell.wait(for: "the shell's prompt") { !shell.shows("the first line") }
      try shell.type("exit 7\n")
      #expect(try shell.waitForEnd() == .exit(7))
      #expect(shell.terminalTroubles == [])
    }

    private static func children(of process: pid_t) -> [pid_t] {
      ProcessFacts.text("/proc/\(process)/task/\(process)/children")
        .split(separator: " ").compactMap { pid_t($0) }
    }
  }
}
