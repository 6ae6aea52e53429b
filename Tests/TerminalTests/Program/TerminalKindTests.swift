import Terminal
import Testing

extension ProgramTests {
  @Suite("The program on terminals of many kinds")
  struct TerminalKindTests {
    private let home = ProgramHome()

    @Test(
      "It shows its first frame and quits",
      arguments: ["xterm", "xterm-256color", "linux", "vt100", "screen", "tmux-256color"])
    func kinds(name: String) throws {
      let program = try ProgramUnderTest(in: home, environment: ["TERM": name])
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try program.wait(forText: "the first line")
      #expect(try program.sync().stack == "NoteList > Editor")
      try program.press("Down", "Esc")
      #expect(try program.sync().stack == "NoteList")
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.terminalTroubles == [])
    }

    @Test(
      "Without UTF-8 it draws with ASCII alone",
      arguments: [
        (["LANG": "C"], []), (["LC_ALL": "POSIX"], []), (["LC_CTYPE": "C", "LANG": nil], []),
        ([:], ["--ascii"]),
      ] as [([String: String?], [String])])
    func ascii(environment: [String: String?], options: [String]) throws {
      let program = try ProgramUnderTest(options, in: home, environment: environment)
      try program.wait(forText: "Plan")
      // A box has borders, and the help is full of signs.
      try program.type("?")
      try program.sync()
      #expect(program.shows("+-"))
      #expect(program.written.allSatisfy { $0 < 0x80 })
      try program.press("Esc")
      try program.sync()
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test("Where no locale is set, or one that is not there, it speaks UTF-8 as terminals do")
    func noLocale() throws {
      for name in [nil, "xx_YY.UTF-8"] as [String?] {
        let program = try ProgramUnderTest(in: home, environment: ["LANG": name])
        try program.wait(forText: "Plan")
        try program.type("?")
        try program.sync()
        #expect(program.shows("─"))
        try program.press("Esc")
        try program.sync()
        try program.type("q")
        #expect(try program.waitForEnd() == .exit(0))
      }
    }

    @Test(
      "Without colours no colour is sent",
      arguments: [(["NO_COLOR": "1"], []), ([:], ["--no-color"])]
        as [([String: String?], [String])])
    func noColour(environment: [String: String?], options: [String]) throws {
      let program = try ProgramUnderTest(options, in: home, environment: environment)
      try program.wait(forText: "Plan")
      try program.type("?")
      try program.sync()
      try program.press("Esc")
      try program.sync()
      try program.press("Enter")
      #expect(try program.sync().stack == "NoteList > Editor")
      #expect(Self.colours(in: program.written) == [])
      let coloured = try ProgramUnderTest(in: home)
      try coloured.wait(forText: "Plan")
      #expect(Self.colours(in: coloured.written) != [])
    }

    /// The parameters of every sequence that sets a colour.
    private static func colours(in bytes: [UInt8]) -> [String] {
      let text = String(decoding: bytes, as: UTF8.self)
      return text.split(separator: "\u{1b}[").compactMap { piece in
        guard let end = piece.firstIndex(where: { !"0123456789;".contains($0) }), piece[end] == "m"
        else { return nil }
        let numbers = piece[..<end].split(separator: ";").compactMap { Int($0) }
        let sets = numbers.contains { (30...38).contains($0) || (40...48).contains($0) || $0 >= 90 }
        return sets ? String(piece[..<end]) : nil
      }
    }
  }
}
