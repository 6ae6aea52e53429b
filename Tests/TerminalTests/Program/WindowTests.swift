import FakeTerminal
import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("The program's window")
  struct WindowTests {
    private let home = ProgramHome()

    @Test(
      "The program starts and quits in windows of any size",
      arguments: [(1, 1), (19, 4), (20, 5), (20, 4), (1, 200), (500, 1), (500, 200), (0, 0)])
    func sizes(columns: Int, rows: Int) throws {
      let size = Size(columns: columns, rows: rows)
      let program = try ProgramUnderTest(in: home, size: size)
      try program.wait(for: "a first frame") { program.wrote("\u{1b}[?2004h") }
      try program.sync()
      if columns >= 20, rows >= 5 { #expect(program.shows("Plan")) }
      if columns == 19 { #expect(program.shows("too small")) }
      try program.press("Enter")
      #expect(try program.sync().stack == "NoteList > Editor")
      try program.type("x")
      try program.press("Esc")
      #expect(try program.sync().stack == "NoteList")
      #expect(home.folder.text("home/notes/plan.md")?.hasPrefix("x# Plan") == true)
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.terminalTroubles == [])
    }

    @Test("A burst of 200 resizes ends with a frame of the last size", arguments: [false, true])
    func burst(inEditor: Bool) throws {
      func start(_ size: Size) throws -> ProgramUnderTest {
        let program = try ProgramUnderTest(
          ["--clock", "2026-03-02 09:00"], in: home, size: size)
        try program.wait(for: "a first frame") { program.wrote("\u{1b}[?2004h") }
        try program.sync()
        if inEditor { try program.press("Enter") }
        try program.sync()
        return program
      }
      let last = Size(columns: 61, rows: 17)
      let program = try start(Size(columns: 80, rows: 24))
      for step in 0..<199 {
        program.resize(to: Size(columns: 1 + step * 37 % 140, rows: 1 + step * 13 % 60))
      }
      program.resize(to: last)
      try program.sync()
      #expect(program.screen == (try start(last)).screen)
    }

    @Test("A lone Esc closes a box, and so does an Esc followed at once by a key")
    func escape() throws {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.type("?")
      #expect(try program.sync().stack == "NoteList > Help")
      try program.press("Esc")
      #expect(try program.sync().stack == "NoteList")
      let before = program.screen
      try program.type("?")
      #expect(try program.sync().stack == "NoteList > Help")
      #expect(program.screen != before)
      try program.press("Esc")
      try program.wait(for: "the list again") { program.screen == before }
    }
  }
}
