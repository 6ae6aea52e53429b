import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Files encrypted and decrypted by the real program")
  struct ClosedFileTests {
    private static let key =
      "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
    private static let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
    private let home = ProgramHome()
    private let text = [UInt8](repeating: 7, count: 200_000)

    init() {
      home.folder.write("key", "# mine\n\(Self.key)\n")
      home.folder.write("text", text)
      home.folder.makeFolder("out")
    }

    private func age(_ words: String...) throws -> PipedCommand {
      try PipedCommand(["age"] + words, in: home)
    }

    private func path(_ name: String) -> String { home.folder.path(name) }

    private func close() throws {
      let run = try age("encrypt", "-r", Self.recipient, "-o", path("out/closed"), path("text"))
      try #require(run.ending == .exit(0), "\(run.error)")
    }

    @Test("Decryption gives the original bytes, in a file that only its owner can read")
    func files() throws {
      try close()
      let run = try age("decrypt", "-i", path("key"), "-o", path("out/text"), path("out/closed"))
      #expect(run.ending == .exit(0) && run.output.isEmpty && run.error.isEmpty)
      #expect(home.folder.read("out/text") == text)
      #expect(home.folder.mode("out/text") == 0o600)
      #expect(home.folder.names(in: "out") == ["closed", "text"])
    }

    @Test("A replaced file keeps its mode, even if input and output are the same file")
    func inPlace() throws {
      home.folder.setMode("text", 0o640)
      #expect(
        try age("encrypt", "-i", path("key"), "-o", path("text"), path("text")).ending == .exit(0))
      #expect(home.folder.mode("text") == 0o640)
      #expect(home.folder.read("text") != text)
      #expect(
        try age("decrypt", "-i", path("key"), "-o", path("text"), path("text")).ending == .exit(0))
      #expect(home.folder.read("text") == text && home.folder.mode("text") == 0o640)
    }

    @Test("age works in a pipe, and writes to a device that cannot be replaced")
    func pipes() throws {
      let line = """
        "$N" age encrypt -a -r \(Self.recipient) <'\(path("text"))' \
          | "$N" age decrypt -i '\(path("key"))' | cmp - '\(path("text"))'
        """
      #expect(try PipedCommand(in: home, shell: line).ending == .exit(0))
      #expect(
        try age("encrypt", "-i", path("key"), "-o", "/dev/null", path("text")).ending == .exit(0))
      var facts = stat()
      #expect(stat("/dev/null", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("A damaged file replaces nothing, and leaves nothing behind")
    func damaged() throws {
      try close()
      var file = try #require(home.folder.read("out/closed"))
      file[file.count - 9] ^= 1
      home.folder.write("out/closed", file)
      home.folder.write("out/text", "before")
      let run = try age("decrypt", "-i", path("key"), "-o", path("out/text"), path("out/closed"))
      #expect(run.ending == .exit(1) && run.error.contains("chunk 4"), "\(run.error)")
      #expect(home.folder.text("out/text") == "before")
      #expect(home.folder.names(in: "out") == ["closed", "text"])
    }

    @Test(
      "A signal during encryption ends the program, and leaves nothing behind",
      arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
      try #require(mkfifo(path("slow"), 0o600) == 0)
      let program = try ProgramUnderTest(
        ["age", "encrypt", "-r", Self.recipient, "-o", path("out/closed"), path("slow")], in: home)
      let writer = try #require({ $0 >= 0 ? $0 : nil }(open(path("slow"), O_WRONLY)))
      defer { Glibc.close(writer) }
      try #require(write(writer, text, 1_000) == 1_000)
      try program.wait(for: "a file on its way") {
        home.folder.names(in: "out").contains { $0.hasPrefix(".notes-tui-") }
      }
      program.signal(signal)
      #expect(try program.waitForEnd() == .signal(signal))
      #expect(home.folder.names(in: "out") == [])
    }

    private func answer(_ words: [String], _ answers: [String]) throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(["age"] + words, in: home)
      for (place, answer) in answers.enumerated() {
        let question = place == 0 ? "assphrase: " : "Once more: "
        try program.wait(for: question) { program.wrote(question) }
        try program.type("\(answer)\r")
      }
      return program
    }

    @Test(
      "A passphrase is asked for on the terminal and never shown; a wrong one gives exit code 5")
    func passphrase() throws {
      let closing = ["encrypt", "--passphrase", "-o", path("out/closed"), path("text")]
      let program = try answer(closing, ["horse and cart", "horse and cart"])
      #expect(try program.waitForEnd() == .exit(0), "\(program.screen)")
      #expect(!program.wrote("horse") && program.terminalTroubles == [])

      let opening = ["decrypt", "-o", path("out/text"), path("out/closed")]
      let wrong = try answer(opening, ["horse"])
      #expect(try wrong.waitForEnd() == .exit(5))
      #expect(wrong.wrote("the passphrase is wrong.") && !home.folder.exists("out/text"))

      let right = try answer(opening, ["horse and cart"])
      #expect(try right.waitForEnd() == .exit(0), "\(right.screen)")
      #expect(home.folder.read("out/text") == text)

      let given = try PipedCommand(
        in: home,
        shell: "printf 'horse and cart\\nx' | \"$N\" age decrypt --passphrase-fd 0 "
          + "'\(path("out/closed"))' | cmp - '\(path("text"))'")
      #expect(given.ending == .exit(0), "\(given.error)")
    }

    @Test("Ctrl-C at the question restores the terminal")
    func cancelled() throws {
      let program = try answer(
        ["encrypt", "--passphrase", "-o", path("out/closed"), path("text")], [])
      try program.wait(for: "the question") { program.wrote("New passphrase: ") }
      try program.type("hor\u{3}")
      #expect(try program.waitForEnd() == .signal(SIGINT))
      #expect(!program.wrote("hor") && program.terminalTroubles == [])
      #expect(home.folder.names(in: "out") == [])
    }

    @Test("Without a terminal, age reports that it cannot ask for a passphrase")
    func noTerminal() throws {
      let run = try age("decrypt", path("text"))
      #expect(run.ending == .exit(5) && run.error.contains("--passphrase-fd"), "\(run.error)")
    }
  }
}
