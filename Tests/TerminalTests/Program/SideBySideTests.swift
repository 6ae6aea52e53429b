import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Ending the program with two notes side by side")
  struct SideBySideTests {
    private let home = ProgramHome(["plan.md": "# Plan\n", "diary.md": "# Diary\n"])

    private func start() throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(["notes://editor/plan"], in: home)
      try program.wait(forText: "# Plan")
      return program
    }

    private func openDiaryBeside(in program: ProgramUnderTest) throws {
      try program.press("F9")
      try program.sync()
      try program.type("diary")
      try program.press("Enter")
      try program.wait(forText: "# Diary")
      try program.sync()
    }

    @Test(
      "After a signal or a kill, the typed text of both notes is preserved and offered again",
      arguments: [SIGTERM, SIGKILL])
    func bothAreKept(number: Int32) throws {
      let program = try start()
      try openDiaryBeside(in: program)
      home.hideVault()
      try program.type("Dear ")
      try program.press("F9")
      try program.type("Big ")
      if number == SIGKILL {
        try program.wait(for: "both recovery copies") {
          home.keptTexts.contains { $0.contains("Dear ") }
            && home.keptTexts.contains { $0.contains("Big ") }
        }
      } else {
        try program.sync()
      }
      program.signal(number)
      try program.waitForEnd()
      home.bringVaultBack()
      #expect(home.keptTexts.count == 2)

      let next = try start()
      try next.wait(forText: "Use it?")
      try next.type("u")
      try next.wait(forText: "Big # Plan")
      try openDiaryBeside(in: next)
      try next.wait(forText: "Use it?")
      try next.type("u")
      try next.wait(forText: "Dear # Diary")
      try next.press("C-s", "F9", "C-s")
      try next.sync()
      #expect(home.folder.text("home/notes/plan.md") == "Big # Plan\n")
      #expect(home.folder.text("home/notes/diary.md") == "Dear # Diary\n")
      #expect(home.keptTexts == [])
    }
  }
}
