import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("The desktop's clipboard tools")
  struct ClipboardToolTests {
    /// A desktop whose clipboard is a file in the home.
    private func start(in home: ProgramHome, copy: String) throws -> ProgramUnderTest {
      home.folder.makeFolder("bin")
      home.folder.write("bin/wl-copy", "#!/bin/sh\n\(copy)\n")
      home.folder.write("bin/wl-paste", "#!/bin/sh\ncat \"$HOME/clipboard\"\n")
      for tool in ["wl-copy", "wl-paste"] { home.folder.setMode("bin/\(tool)", 0o755) }
      let program = try ProgramUnderTest(
        in: home,
        environment: [
          "PATH": "\(home.folder.path("bin")):/usr/bin:/bin", "WAYLAND_DISPLAY": "wayland-0",
        ])
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try program.sync()
      return program
    }

    @Test("A copy goes to the tool byte for byte, and a paste gets what others copied")
    func bothWays() throws {
      let home = ProgramHome(["plan.md": "# Plan\nmilk, 日本, \"$HOME\"\n"])
      let program = try start(in: home, copy: "cat >\"$HOME/clipboard\"")
      try program.press("Down", "S-End", "C-c")
      try program.sync()
      #expect(home.folder.text("home/clipboard") == "milk, 日本, \"$HOME\"")
      home.folder.write("home/clipboard", "from another\nprogram")
      try program.press("End", "C-v", "C-s")
      try program.sync()
      #expect(
        home.folder.text("home/notes/plan.md")
          == "# Plan\nmilk, 日本, \"$HOME\"from another\nprogram\n")
      // The program's own copy is pasted until something else is copied.
      try program.press("S-Home", "C-x", "C-v", "C-v", "C-s")
      try program.sync()
      #expect(home.folder.text("home/clipboard") == "program")
      #expect(
        home.folder.text("home/notes/plan.md")
          == "# Plan\nmilk, 日本, \"$HOME\"from another\nprogramprogram\n")
    }

    @Test("A started program inherits neither the terminal nor the drawn frame (security L8)")
    func inherited() throws {
      let home = ProgramHome()
      let program = try start(
        in: home,
        copy: """
          cat >/dev/null
          terminal=$(readlink "/proc/$PPID/fd/0")
          ls -l /proc/self/fd >"$HOME/open"
          grep -c -e "$terminal\\$" -e memfd: "$HOME/open" >"$HOME/ours"
          echo "$terminal" >"$HOME/terminal"
          """)
      try program.press("C-k")
      try program.sync()
      #expect(home.folder.text("home/terminal")?.hasPrefix("/dev/pts/") == true)
      #expect(home.folder.text("home/ours") == "0\n", "\(home.folder.text("home/open") ?? "")")
    }

    @Test("If the tool fails, the terminal gets the copy, and a paste uses the program's own copy")
    func fails() throws {
      let home = ProgramHome()
      let program = try start(in: home, copy: "exit 1")
      try program.press("C-k")
      try program.sync()
      #expect(program.wrote("\u{1b}]52;c;"), "told to the terminal")
      try program.press("C-End", "C-v", "C-s")
      try program.sync()
      #expect(home.folder.text("home/notes/plan.md") == "the first line\n# Plan\n")
    }
  }
}
