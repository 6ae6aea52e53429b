import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("The program in trouble")
  struct TroubleTests {
    private let home = ProgramHome()

    private func openPlan(
      _ arguments: [String] = [], environment: [String: String?] = [:], command: [String] = []
    ) throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(
        arguments + [home.vault], in: home, environment: environment, command: command)
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor")
      return program
    }

    @Test(
      "Without a usable state folder the program works, and reports what it could not store",
      arguments: [
        ["XDG_STATE_HOME": "/dev/null"], ["XDG_STATE_HOME": nil, "HOME": "/dev/null/home"],
        ["XDG_STATE_HOME": nil, "HOME": "/proc"],
      ] as [[String: String?]])
    func noStateFolder(environment: [String: String?]) throws {
      let program = try openPlan(environment: environment)
      try program.type("more ")
      try program.press("C-s")
      try program.wait(forText: "Saved plan.md.")
      #expect(home.folder.text("home/notes/plan.md") == "more # Plan\nthe first line\n")
      home.hideVault()
      try program.type("still more ")
      try program.wait(forText: "Unsaved text could not be kept")
      program.signal(SIGTERM)
      #expect(try program.waitForEnd() == .exit(143))
      #expect(program.terminalTroubles == [])
      #expect(program.shows("Unsaved text could not be kept"))
      #expect(!program.shows("offered next time"))
    }

    /// Every write to a file fails, from the first byte.
    private static let noSpace = ["/bin/sh", "-c", "ulimit -f 0; exec \"$0\" \"$@\""]

    @Test("A failed save names the note, preserves the text, and leaving says what was not stored")
    func noSpace() throws {
      let program = try openPlan(command: Self.noSpace)
      try program.type("more ")
      try program.press("C-s")
      try program.wait(forText: "Could not save plan.md: File too large.")
      #expect(program.shows("more # Plan"))
      try program.sync()
      try program.press("Esc")
      #expect(try program.sync().stack == "NoteList > Editor > Prompt")
      #expect(
        program.shows("Unsaved text could not be kept. Could not save plan.md: File too large."))
      #expect(program.shows("lose the text"))
      try program.type("s")
      #expect(try program.sync().stack == "NoteList > Editor")
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
      #expect(home.folder.text("home/notes/plan.md") == "# Plan\nthe first line\n")
      program.signal(SIGTERM)
      #expect(try program.waitForEnd() == .exit(143))
      #expect(program.shows("Unsaved text could not be kept"))
      #expect(!program.shows("offered next time"))
    }

    @Test("Text that cannot be saved is preserved, and leaving says so")
    func vaultGone() throws {
      let program = try openPlan()
      home.hideVault()
      try program.type("more ")
      try program.press("C-s")
      try program.wait(forText: "plan.md")
      try program.sync()
      try program.press("Esc")
      try program.sync()
      #expect(try program.sync().stack == "NoteList > Editor > Prompt")
      #expect(program.shows("The text is kept"))
      try program.type("l")
      #expect(try program.sync().stack == "NoteList")
      #expect(home.keptTexts.contains { $0.hasSuffix("more # Plan\nthe first line\n") })
      home.bringVaultBack()
      try program.press("F5", "Enter")
      try program.wait(forText: "Use it?")
    }

    /// Root may write everywhere, but not without its capabilities.
    private static let withoutPrivileges =
      geteuid() == 0
      ? ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []

    @Test("In a read-only folder a failed save names the note, and typed text is stored elsewhere")
    func notPermitted() throws {
      home.folder.setMode("home/notes", 0o555)
      defer { home.folder.setMode("home/notes", 0o755) }
      let program = try openPlan(command: Self.withoutPrivileges)
      try program.type("more ")
      try program.press("C-s")
      try program.wait(forText: "No permission to save plan.md.")
      #expect(program.shows("more # Plan"))
      try program.sync()
      try program.press("Esc")
      #expect(try program.sync().stack == "NoteList > Editor > Prompt")
      #expect(program.shows("The text is kept"))
      try program.type("l")
      #expect(try program.sync().stack == "NoteList")
      #expect(home.keptTexts.contains { $0.hasSuffix("more # Plan\nthe first line\n") })
      try program.type("dy")
      try program.wait(forText: "No permission to trash plan.md.")
      try program.type("n")
      #expect(try program.sync().stack == "NoteList > Editor")
      try program.type("a new thought")
      try program.press("C-s")
      try program.wait(forText: "No permission to create")
      program.signal(SIGTERM)
      #expect(try program.waitForEnd() == .exit(143))
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
      #expect(home.keptTexts.contains { $0.hasSuffix("\na new thought") })
    }

    @Test("An unreadable note and a pipe are named in messages, and left alone")
    func notReadable() throws {
      home.folder.write("home/notes/secret.md", "# Secret\n")
      home.folder.setMode("home/notes/secret.md", 0)
      mkfifo(home.folder.path("home/notes/pipe.md"), 0o644)
      home.folder.setModified("home/notes/plan.md", seconds: 0)
      let program = try ProgramUnderTest(in: home, command: Self.withoutPrivileges)
      try program.wait(forText: "Plan")
      try program.sync()
      let messages = [
        "secret": "No permission to read secret.md.", "pipe": "pipe.md is a pipe, not a note",
      ]
      for (name, message) in messages {
        try program.type("/\(name)")
        try program.press("Enter")
        try program.sync()
        try program.press("Enter")
        try program.sync()
        #expect(program.shows(message), "\(program.screen)")
        try program.press("Esc")
        try program.sync()
      }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test(
      "Escape sequences, control characters and bidi marks in notes are spelled out, never sent")
    func hostileNotes() throws {
      let payloads = [
        "\u{1b}]0;owned\u{7}", "\u{1b}[6;6Howned", "\u{1b}c", "\u{9b}31m", "\u{9d}0;owned\u{9c}",
        "\u{202e}denwo", "\u{2067}x", "\r\u{8}\u{8}owned", "\u{1b}[?1049l", "\u{1b}P1$q\u{1b}\\",
      ]
      for (index, payload) in payloads.enumerated() {
        let text = "# Title \(index) \(payload)\nfirst \(payload) words\n\n\(payload)\n"
        home.folder.write("home/notes/name \(index) \(payload).md", text)
        home.folder.makeFolder("home/notes/folder \(payload)")
        home.folder.write("home/notes/folder \(payload)/\(payload).md", payload)
      }
      let size = Size(columns: 120, rows: 40)
      let program = try ProgramUnderTest(in: home, size: size)
      try program.wait(forText: "Title 9")
      // A saved note goes to the top of the list, so each round reaches another note.
      for _ in 0..<(2 * payloads.count + 1) {
        try program.press("G", "Enter")
        try #require(try program.sync().stack == "NoteList > Editor", "\(program.screen)")
        try program.type("x")
        try program.press("C-s")
        try program.sync()
        try program.press("Esc")
        try program.sync()
        // A key right after Esc would make another key of it.
        for key in ["?", "Esc", "Space", "Esc", "d", "y", "u"] as [Key] {
          try program.press(key)
          try program.sync()
        }
        try #require(try program.sync().stack == "NoteList", "\(program.screen)")
      }
      #expect(program.shows("^[[6;6Howned"))
      for payload in payloads { #expect(!program.wrote(payload), "\(payload.debugDescription)") }
      for mark in ["\u{202e}", "\u{2067}", "\u{9b}", "\u{9d}", "owned\u{7}"] {
        #expect(!program.wrote(mark), "\(mark.debugDescription)")
      }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.terminalTroubles == [])
    }
  }
}
