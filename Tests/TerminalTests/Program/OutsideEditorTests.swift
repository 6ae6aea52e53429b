import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("The person's own editor")
  struct OutsideEditorTests {
    @Test("E lends the terminal to the editor, whose changes are there afterwards")
    func lends() throws {
      let home = ProgramHome()
      home.folder.write(
        "home/edit", "#!/bin/sh\nstty -a <&0 >\"$HOME/modes\"\necho more >>\"$1\"\n")
      home.folder.setMode("home/edit", 0o755)
      let program = try ProgramUnderTest(
        in: home, environment: ["EDITOR": home.folder.path("home/edit"), "VISUAL": nil])
      try program.wait(forText: "Plan")
      try program.press("E")
      try program.sync()
      let modes = try #require(home.folder.text("home/modes"))
      #expect(modes.contains(" icanon") && modes.contains(" echo "), "a terminal as it was found")
      try program.press("Enter")
      #expect(try program.sync().stack == "NoteList > Editor")
      #expect(program.screen.contains("more"))
      try program.press("C-End")
      try program.type("mine")
      try program.press("M-e")
      try program.sync()
      #expect(program.screen.contains("mine"))
      #expect(home.folder.text("home/notes/plan.md")?.hasSuffix("minemore\n") == true)
    }

    @Test("A missing editor is reported, and nothing else happens")
    func missing() throws {
      let home = ProgramHome()
      let program = try ProgramUnderTest(
        in: home, environment: ["EDITOR": "no-such-editor 2>/dev/null", "VISUAL": nil])
      try program.wait(forText: "Plan")
      try program.press("E")
      try program.wait(forText: "was not found")
      #expect(try program.sync().stack == "NoteList")
    }
  }
}
