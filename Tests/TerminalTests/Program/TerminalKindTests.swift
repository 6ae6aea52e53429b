import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("The program on terminals of many kinds")
  struct TerminalKindTests {
    private let home = ProgramHome()

    @Test(
      "The program shows its first frame and quits",
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
      "Without UTF-8 the program draws only ASCII",
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

    @Test("A direct-color terminal gets the palette as red, green and blue values")
    func directColors() throws {
      let folder = TemporaryFolder()
      let path = String(decoding: folder.bytes, as: UTF8.self)
      let tic = try #require(popen("tic -x -o '\(path)' -", "w"))
      func color(_ low: Int, _ form: String) -> String {
        "\\E[%?%p1%{8}%<%t\(low)%p1%d%e\(form):2::%p1%{65536}%/%d:"
          + "%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m"
      }
      fputs(
        "xterm-direct|numbers of red and green and blue, RGB, ccc@, initc@, colors#0x1000000,"
          + " pairs#0x7fff, setaf=\(color(3, "38")), setab=\(color(4, "48")), use=xterm-256color,\n",
        tic)
      #expect(pclose(tic) == 0)
      let program = try ProgramUnderTest(
        in: home, environment: ["TERM": "xterm-direct", "TERMINFO": path])
      try program.wait(forText: "Plan")
      // The title is white on dark blue.
      #expect(program.wrote("38:2::255:255:255m"))
      #expect(program.wrote("48:2::0:95:135m"))
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test("A missing locale without UTF-8 limits the letters")
    func otherLetters() throws {
      let program = try ProgramUnderTest(
        in: home, environment: ["LC_ALL": "xx_YY.ISO-8859-1"])
      try program.wait(forText: "Plan")
      #expect(program.written.allSatisfy { $0 < 0x80 })
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test("Without a locale, or with a missing UTF-8 locale, the program writes UTF-8")
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
      "Without colors no color sequence is sent",
      arguments: [(["NO_COLOR": "1"], []), ([:], ["--no-color"])]
        as [([String: String?], [String])])
    func noColor(environment: [String: String?], options: [String]) throws {
      let program = try ProgramUnderTest(options, in: home, environment: environment)
      try program.wait(forText: "Plan")
      try program.type("?")
      try program.sync()
      try program.press("Esc")
      try program.sync()
      try program.press("Enter")
      #expect(try program.sync().stack == "NoteList > Editor")
      #expect(Self.colors(in: program.written) == [])
      let colored = try ProgramUnderTest(in: home)
      try colored.wait(forText: "Plan")
      #expect(Self.colors(in: colored.written) != [])
    }

    /// The parameters of every sequence that sets a color.
    private static func colors(in bytes: [UInt8]) -> [String] {
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
