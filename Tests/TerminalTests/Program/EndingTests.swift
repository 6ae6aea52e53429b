import Glibc
import Terminal
import TestSupport
import Testing

/// Tests that run the program itself. They run one after the other, so that the other processors
/// stay free for other tests; each test waits in its own thread.
@Suite("The program", .serialized, .fromTheStart, .thorough)
enum ProgramTests {}

extension ProgramTests {
  @Suite("The program's end")
  struct EndingTests {
    private let home = ProgramHome()

    /// Time stands still for the program, so nothing is saved before the end.
    private func typeInStillTime() throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(["--clock", "2026-03-02 09:00"], in: home)
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor")
      try program.type("unsaved words ")
      try program.sync()
      try #require(program.shows("unsaved words"))
      return program
    }

    private func expectRecovered() throws {
      #expect(home.folder.text("home/notes/plan.md") == "# Plan\nthe first line\n")
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try program.wait(forText: "Use it?")
      #expect(!program.shows("unsaved words"))
      try program.type("u")
      try program.wait(forText: "unsaved words")
      try program.press("C-s")
      try program.wait(forText: "Saved plan.md.")
      try program.press("Esc")
      try program.sync()
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(home.folder.text("home/notes/plan.md") == "unsaved words # Plan\nthe first line\n")
      #expect(home.keptTexts == [])
    }

    @Test(
      "A signal restores the terminal, prints a message, and preserves typed text",
      arguments: [
        (SIGTERM, "Ended by another program (SIGTERM)."), (SIGHUP, "The terminal was closed"),
        (SIGINT, "Interrupted."), (SIGQUIT, "Ended (SIGQUIT)."),
        (SIGUSR1, "Ended by signal 10."), (SIGALRM, "Ended by signal 14."),
        (SIGXCPU, "Ended by signal 24."), (40, "Ended by signal 40."),
      ])
    func signal(number: Int32, message: String) throws {
      let program = try typeInStillTime()
      program.signal(number)
      #expect(try program.waitForEnd() == .exit(128 + number))
      #expect(program.terminalTroubles == [])
      #expect(program.shows(message))
      #expect(program.shows("Unsaved text is kept and offered next time."))
      try expectRecovered()
    }

    /// A command of the person's own whose program waits, and starts another one that waits.
    private func writeWaitingCommand() {
      home.folder.write(
        "home/wait", "echo $$ > $HOME/first\nsleep 300 &\necho $! > $HOME/second\nwait\n")
      home.folder.write(
        "home/.config/notes-tui/commands",
        "name = waits\nsays = it waits\nrun = /bin/sh \(home.folder.path("home/wait"))\n")
    }

    private func waitForPrograms(_ program: ProgramUnderTest) throws -> [String] {
      try program.wait(for: "the command's programs") {
        home.folder.text("home/second")?.hasSuffix("\n") == true
      }
      return try ["first", "second"].map {
        String(try #require(home.folder.text("home/\($0)")).dropLast())
      }
    }

    /// A killed process may still be in the system's list until its parent reads how it ended.
    private func hasEnded(_ process: String) -> Bool {
      let state = ProcessFacts.text("/proc/\(process)/status").split(separator: "\n")
        .first { $0.hasPrefix("State:") }
      return state.map { $0.contains("Z") || $0.contains("X") } ?? true
    }

    private func expectEnd(of processes: [String]) throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while !processes.allSatisfy(hasEnded) {
        try #require(ContinuousClock.now < deadline, "still running: \(processes)")
        usleep(1_000)
      }
    }

    @Test(
      "A signal that ends the program ends the programs of its own commands too",
      arguments: [SIGTERM, SIGHUP, SIGINT])
    func ownCommand(signal: Int32) throws {
      writeWaitingCommand()
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.press("C-p")
      try program.type("it waits")
      try program.press("Enter")
      let started = try waitForPrograms(program)
      #expect(started.allSatisfy { !hasEnded($0) })
      program.signal(signal)
      #expect(try program.waitForEnd() == .exit(128 + signal))
      try expectEnd(of: started)
    }

    @Test("The same for a command line", arguments: [SIGTERM, SIGHUP, SIGINT])
    func ownCommandInShell(signal: Int32) throws {
      writeWaitingCommand()
      let program = try ProgramUnderTest(["run", "waits"], in: home)
      let started = try waitForPrograms(program)
      program.signal(signal)
      #expect(try program.waitForEnd() == .signal(signal))
      try expectEnd(of: started)
    }

    @Test("A closed terminal ends the program, and typed text is preserved")
    func closedTerminal() throws {
      let program = try typeInStillTime()
      program.closeTerminal()
      #expect(try program.waitForEnd() == .exit(129))
      try expectRecovered()
    }

    @Test("A signal ends the program even if the terminal is stalled, and typed text is preserved")
    func stalledTerminal() throws {
      let program = try typeInStillTime()
      program.stall()
      try program.press("Down", "Up")
      program.signal(SIGTERM)
      #expect(try program.waitForEnd() == .exit(143))
      #expect(!program.shows("Ended by another program"))
      try expectRecovered()
    }

    @Test("A new note that was interrupted by a signal is offered in the list")
    func draft() throws {
      let program = try ProgramUnderTest(["--clock", "2026-03-02 09:00"], in: home)
      try program.wait(forText: "Plan")
      try program.type("n")
      try program.sync()
      try program.type("a new thought")
      try program.sync()
      program.signal(SIGTERM)
      #expect(try program.waitForEnd() == .exit(143))
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
      let next = try ProgramUnderTest(in: home)
      try next.wait(forText: "Press R to open the unsaved text")
      try next.type("R")
      try next.wait(forText: "a new thought")
    }

    @Test(
      "A crash restores the terminal, and text typed before it is offered on the next start",
      arguments: [
        (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGSEGV, "SIGSEGV"), (SIGABRT, "SIGABRT"),
        (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGKILL, nil),
      ] as [(Int32, String?)])
    func crash(number: Int32, name: String?) throws {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor")
      home.hideVault()
      try program.type("unsaved words ")
      try program.wait(for: "a recovery copy") {
        home.keptTexts.contains { $0.hasSuffix("unsaved words # Plan\nthe first line\n") }
      }
      program.signal(number)
      #expect(try program.waitForEnd() == .signal(number))
      if let name {
        #expect(program.terminalTroubles == [])
        #expect(program.shows("notes-tui stopped on an internal error (\(name))."))
      }
      home.bringVaultBack()
      try expectRecovered()
    }

    @Test("Quitting restores the terminal and prints nothing")
    func quit() throws {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.terminalTroubles == [])
      #expect(program.words == [])
    }
  }
}
