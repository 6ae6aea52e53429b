import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Killing the program at work")
  struct KillTests {
    private static let before = "# Plan\nthe first line\n"
    private let home = ProgramHome(["plan.md": before])

    private func start(opening name: String? = "Plan") throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      if name == nil { return program }
      try program.press("Enter")
      try #require(try program.sync().stack.hasPrefix("NoteList > Editor"))
      return program
    }

    private func kill(_ program: ProgramUnderTest) throws {
      program.signal(SIGKILL)
      #expect(try program.waitForEnd() == .signal(SIGKILL))
    }

    /// The recovered texts, without the lines that describe them.
    private var keptTexts: [String] {
      home.keptTexts.map { String($0.drop { $0 != "\n" }.dropFirst()) }
    }

    private func endInOrder(_ program: ProgramUnderTest) throws {
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test("Text typed without a pause is preserved, and offered with its differences")
    func typing() throws {
      let program = try start()
      home.hideVault()
      var typed = 0
      // Keys arrive faster than the pause for saving, so only saving while typing can happen.
      try program.wait(for: "a recovery copy") {
        if keptTexts.isEmpty {
          try program.type("x")
          typed += 1
        }
        return !keptTexts.isEmpty
      }
      try kill(program)
      let kept = try #require(keptTexts.first)
      let count = kept.prefix { $0 == "x" }.count
      #expect(kept == String(repeating: "x", count: count) + Self.before)
      #expect((1...typed).contains(count))

      home.bringVaultBack()
      let next = try start()
      try next.wait(forText: "It differs in 1 line. Use it?")
      try next.type("s")
      try next.wait(forText: "- # Plan")
      #expect(next.shows("+ xx"))
      #expect(home.folder.text("home/notes/plan.md") == Self.before)
      try next.type("q")
      #expect(try next.sync().stack == "NoteList > Editor > Prompt")
      try next.type("u")
      try next.sync()
      try next.press("C-s")
      try next.wait(forText: "Saved plan.md.")
      #expect(home.folder.text("home/notes/plan.md") == kept)
      try endInOrder(next)
      #expect(keptTexts == [])
    }

    @Test("Only text typed after the last recovery copy is lost")
    func afterTheKeep() throws {
      let program = try start()
      home.hideVault()
      for word in ["one ", "two ", "three "] {
        try program.type(word)
        try program.wait(for: "a copy with \(word)") { keptTexts.contains { $0.contains(word) } }
      }
      try program.type("four")
      try kill(program)
      let kept = try #require(keptTexts.first)
      #expect(kept.hasPrefix("one two three "))
      #expect(keptTexts.count == 1)

      home.bringVaultBack()
      let next = try start()
      try next.wait(forText: "Use it?")
      try next.type("d")
      try next.sync()
      #expect(next.shows("# Plan"))
      #expect(!next.shows("three"))
      try endInOrder(next)
      #expect(home.folder.text("home/notes/plan.md") == Self.before)
      #expect(keptTexts == [])
    }

    @Test("An unsaved new note is offered in full after a kill")
    func draft() throws {
      let program = try start(opening: nil)
      try program.type("n")
      try #require(try program.sync().stack == "NoteList > Editor")
      home.hideVault()
      try program.type("a new thought")
      try program.wait(for: "a copy") { keptTexts == ["a new thought"] }
      try kill(program)

      home.bringVaultBack()
      let next = try start(opening: nil)
      try next.wait(forText: "Press R to open the unsaved text")
      try next.type("R")
      try next.wait(forText: "a new thought")
      try next.press("C-s")
      try next.wait(forText: "Saved")
      try endInOrder(next)
      #expect(home.folder.text("home/notes/a new thought.md") == "a new thought")
      #expect(keptTexts == [])
    }

    @Test(
      "A kill during a save leaves the note old or new, and the new text is not lost",
      arguments: 0..<10)
    func saving(milliseconds: Int32) throws {
      let lines = String(repeating: "a line of a larger note\n", count: 20_000)
      let (old, new) = ("# Plan\n" + lines, "new # Plan\n" + lines)
      home.folder.write("home/notes/plan.md", old)
      let program = try start()
      try program.type("new ")
      // The text has a recovery copy, or is already saved.
      try program.wait(for: "a copy") {
        !home.keptTexts.isEmpty || home.folder.text("home/notes/plan.md") == new
      }
      try program.press("C-s")
      try program.take(waiting: milliseconds)
      try kill(program)
      let left = home.folder.text("home/notes/plan.md")
      #expect(left == old || left == new, "\(left?.utf8.count ?? -1) bytes")

      let next = try start()
      if try next.sync().stack == "NoteList > Editor > Prompt" {
        try next.type("u")
        try next.sync()
        try next.press("C-s")
        try next.sync()
      }
      try endInOrder(next)
      #expect(home.folder.text("home/notes/plan.md") == new)
      let names = home.folder.names(in: "home/notes")
      #expect(names.filter { !$0.hasPrefix(".notes-tui-") } == ["plan.md"])
    }
  }

  @Suite("Two programs on one vault")
  struct TwoProgramsTests {
    private let home = ProgramHome(["plan.md": "# Plan\none\ntwo\nthree\n"])

    private var text: String? { home.folder.text("home/notes/plan.md") }

    private func start() throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      return program
    }

    private func open(in program: ProgramUnderTest) throws {
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor")
    }

    @Test("A note saved in one program shows in the list of the other")
    func list() throws {
      let (one, two) = (try start(), try start())
      try open(in: one)
      try one.press("C-End")
      try one.type("# and more")
      try one.press("Home", "Right", "Right")
      try one.press("C-Home", "End")
      try one.type(" of mine")
      try one.press("C-s")
      try one.wait(forText: "Saved plan.md.")
      try two.wait(forText: "Plan of mine")
      try one.press("Esc")
      try one.sync()
      try one.type("n")
      try one.sync()
      try one.type("# Another")
      try one.press("C-s")
      try one.wait(forText: "Saved")
      try two.wait(forText: "Another")
    }

    @Test("A note open in both programs is merged in both without loss")
    func merging() throws {
      let (one, two) = (try start(), try start())
      try open(in: one)
      try open(in: two)
      try two.press("C-End")
      try two.type("theirs")
      try one.press("C-Home", "End")
      try one.type(" mine")
      try one.press("C-s")
      try two.wait(forText: "# Plan mine")
      #expect(two.shows("theirs"))
      try two.press("C-s")
      try one.wait(forText: "theirs")
      #expect(one.shows("# Plan mine"))
      let both = "# Plan mine\none\ntwo\nthree\ntheirs"
      try two.wait(for: "both in the file") { text == both }
      for program in [one, two] {
        try program.sync()
        try program.press("Esc")
        try #require(try program.sync().stack == "NoteList")
        try program.type("q")
        #expect(try program.waitForEnd() == .exit(0))
      }
      #expect(text == both)
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
    }

    @Test("A line changed in both programs is preserved in both forms")
    func conflict() throws {
      let (one, two) = (try start(), try start())
      try open(in: one)
      try open(in: two)
      // Both have typed before either sees the other's change.
      try two.type("theirs ")
      try two.sync()
      two.signal(SIGSTOP)
      try one.type("mine ")
      try one.press("C-s")
      try one.wait(forText: "Saved plan.md.")
      two.signal(SIGCONT)
      try two.press("C-s")
      try two.wait(forText: "keep both")
      #expect(try two.sync().stack == "NoteList > Editor > Prompt")
      #expect(text == "mine # Plan\none\ntwo\nthree\n")
      try two.type("k")
      try two.sync()
      let names = home.folder.names(in: "home/notes")
      #expect(names.count == 2)
      let texts = names.compactMap { home.folder.text("home/notes/\($0)") }
      #expect(texts.contains { $0.hasPrefix("mine # Plan\n") })
      #expect(texts.contains { $0.hasPrefix("theirs # Plan\n") })
    }

    @Test("Unsaved text of a killed program is offered by a program that was running all the time")
    func offeredByTheOther() throws {
      let (one, two) = (try start(), try start())
      try open(in: one)
      home.hideVault()
      try one.type("unsaved ")
      try one.wait(for: "a recovery copy") { home.keptTexts.contains { $0.contains("unsaved ") } }
      try kill(one)
      home.bringVaultBack()
      try two.press("F5")
      try two.wait(forText: "Plan")
      try two.sync()
      try two.press("Enter")
      try two.wait(forText: "Use it?")
      try two.type("u")
      try two.wait(forText: "unsaved # Plan")
    }

    private func kill(_ program: ProgramUnderTest) throws {
      program.signal(SIGKILL)
      #expect(try program.waitForEnd() == .signal(SIGKILL))
    }
  }
}
