import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("The program's start")
  struct StartTests {
    private let home = ProgramHome()

    /// Runs to the end without a screen; returns the output of each stream.
    private func refused(
      _ arguments: [String] = [], environment: [String: String?] = [:],
      input: SpawnedProcess.Stream = .terminal
    ) throws -> (ending: SpawnedProcess.Ending?, output: String?, error: String?) {
      let (output, error) = (home.folder.path("output"), home.folder.path("error"))
      // Without a terminal to write to, a screen's output would be seen in the file.
      let program = try ProgramUnderTest(
        arguments, in: home, environment: environment, input: input, output: .file(output),
        error: .file(error))
      try program.waitForEnd()
      return (program.process.ending, home.folder.text("output"), home.folder.text("error"))
    }

    private func lines(_ text: String?) -> Int {
      text?.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count ?? 0
    }

    @Test("An output that is not a terminal gives a one-line error and no output")
    func outputIsNoTerminal() throws {
      let (ending, output, error) = try refused()
      #expect(ending == .exit(1))
      #expect(output == "")
      #expect(error?.contains("standard output is not a terminal") == true)
      #expect(lines(error) == 1)
    }

    @Test("An input that is not a terminal gives a one-line error and no output")
    func inputIsNoTerminal() throws {
      let (ending, output, error) = try refused(input: .file("/dev/null"))
      #expect(ending == .exit(1))
      #expect(output == "")
      #expect(error?.contains("standard input is not a terminal") == true)
      #expect(lines(error) == 1)
    }

    @Test(
      "An unusable terminal is named in one line, and left unchanged",
      arguments: [
        (nil, "TERM is not set"), ("", "TERM is not set"), ("dumb", "TERM=dumb"),
        ("no-such-terminal", "TERM=no-such-terminal is unknown"),
        ("\u{1b}[31mred", "TERM=?[31mred is unknown"),
      ] as [(String?, String)])
    func terminalOfNoUse(name: String?, message: String) throws {
      let program = try ProgramUnderTest(
        in: home, environment: ["TERM": name], error: .file(home.folder.path("error")))
      #expect(try program.waitForEnd() == .exit(1))
      let error = home.folder.text("error")
      #expect(error?.contains(message) == true, "\(error ?? "")")
      #expect(lines(error) == 1)
      #expect(program.terminalTroubles == [])
      #expect(program.words == [])
    }

    @Test("A missing vault is named, with control characters spelled out")
    func noVault() throws {
      let (ending, output, error) = try refused(["/no/such/\u{1b}[31mfolder\u{202e}\u{9b}x"])
      #expect(ending == .exit(2))
      #expect(output == "")
      #expect(error?.contains("/no/such/^[[31mfolder<U+202E><9B>x") == true, "\(error ?? "")")
      #expect(lines(error) == 1)
    }

    @Test("A wrong option is named, with control characters spelled out")
    func wrongOption() throws {
      let (ending, output, error) = try refused(["--\u{1b}]0;title\u{7}"])
      #expect(ending == .exit(2))
      #expect(output == "")
      #expect(error?.contains("--^[]0;title^G") == true, "\(error ?? "")")
      #expect(lines(error) == 1)
    }

    @Test("A note given instead of a folder opens in its folder")
    func noteInsteadOfFolder() throws {
      home.folder.write("home/elsewhere/a b%.md", "# Other\nin the other file\n")
      let program = try ProgramUnderTest([home.folder.path("home/elsewhere/a b%.md")], in: home)
      try program.wait(forText: "in the other file")
      #expect(try program.sync().stack == "NoteList > Editor")
      try program.press("Esc")
      try program.sync()
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test("The first run makes a folder with three notes, and starts the tour")
    func firstUse() throws {
      home.hideVault()
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Tour 1 of 4")
      #expect(try program.sync().stack == "NoteList > Tour")
      try program.press("Esc")
      try program.wait(forText: "Welcome")
      #expect(try program.sync().stack == "NoteList")
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(
        home.folder.names(in: "home/notes")
          == [".notes-tui", "A short trip.md", "Weekend.md", "Welcome.md"])
    }

    @Test("A vault of 3,000 notes is listed in full")
    func manyNotes() throws {
      for number in 1...3_000 {
        home.folder.write(
          "home/notes/folder \(number % 7)/note \(number).md", "# Title \(number)\n")
      }
      home.folder.setModified("home/notes/plan.md", seconds: 0)
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "3001")
      try program.sync()
      try program.type("G")
      try program.wait(forText: "Plan")
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }
  }
}
