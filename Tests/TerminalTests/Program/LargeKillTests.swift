import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  /// For a large note only the typed text is saved, not the whole text: a different path than for a
  /// small note.
  @Suite("Killing the program while a large note is edited", .serialized)
  struct LargeKillTests {
    private static let line = "a line of a note that is large\n"

    /// A note of about this many megabytes, without any text that is typed here.
    private static func note(megabytes: Int) -> [UInt8] {
      var text = Array("# Plan\n".utf8)
      let block = Array(String(repeating: line, count: 1_000).utf8)
      while text.count < megabytes << 20 { text += block }
      return text
    }

    private let home = ProgramHome()

    private func start(over text: [UInt8]) throws -> (ProgramUnderTest, place: Int) {
      home.folder.write("home/notes/plan.md", text)
      let program = try open()
      // The whole note is read by then.
      try program.sync()
      let middle = text.count / 2 / Self.line.utf8.count
      try program.press("C-g")
      try program.type("\(middle)")
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor")
      home.hideVault()
      return (program, "# Plan\n".utf8.count + (middle - 2) * Self.line.utf8.count)
    }

    private func open() throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.press("Enter")
      try #require(try program.sync().stack.hasPrefix("NoteList > Editor"))
      return program
    }

    private func kill(_ program: ProgramUnderTest) throws {
      program.signal(SIGKILL)
      #expect(try program.waitForEnd() == .signal(SIGKILL))
    }

    /// Accepts the offered text and saves it; returns the note's bytes.
    private func recovered() throws -> [UInt8] {
      home.bringVaultBack()
      let program = try open()
      try program.wait(forText: "Use it?")
      try program.type("u")
      try program.sync()
      try program.press("C-s")
      try program.wait(forText: "Saved plan.md.")
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(home.keptTexts == [])
      return try #require(home.folder.read("home/notes/plan.md"))
    }

    /// Counts repeats of a letter at an offset, where the rest is the old text.
    private func typed(_ letter: Character, in text: [UInt8], at place: Int, of old: [UInt8])
      -> Int?
    {
      let count = text.count - old.count
      guard count >= 0, text[..<place] == old[..<place], text[(place + count)...] == old[place...]
      else { return nil }
      let new = String(decoding: text[place..<place + count], as: UTF8.self)
      return new.allSatisfy { $0 == letter } ? count : nil
    }

    private var keptBytes: Int { home.keptTexts.reduce(0) { $0 + $1.utf8.count } }

    @Test(
      "Text typed without a pause is preserved at its position, up to the last recovery copy",
      arguments: [2, 20])
    func typing(megabytes: Int) throws {
      let old = Self.note(megabytes: megabytes)
      let (program, place) = try start(over: old)
      // Keys arrive faster than the pause for saving, so only saving while typing can happen. Each
      // recovery copy holds every key that the program had read when the previous copy was seen.
      var (typed, least, seen, keeps) = (0, 0, 0, 0)
      try program.wait(for: "three keeps") {
        let bytes = keptBytes
        if bytes != seen {
          seen = bytes
          keeps += 1
          if keeps == 2 {
            try program.sync()
            least = typed
          }
        }
        // The copy under way when the keys were read may lack them.
        if keeps == 4 { return true }
        try program.type("x")
        typed += 1
        return false
      }
      try kill(program)
      #expect(keptBytes < 1 << 20, "only what was typed is kept")

      let text = try recovered()
      let count = try #require(self.typed("x", in: text, at: place, of: old))
      #expect((max(least, 1)...typed).contains(count), "\(count) of \(typed), \(least) kept")
    }

    @Test("Only text typed after the last recovery copy is lost", arguments: [2, 20])
    func afterTheKeep(megabytes: Int) throws {
      let old = Self.note(megabytes: megabytes)
      let (program, place) = try start(over: old)
      // One key each, so that no copy has half of it.
      for letter in ["α", "β", "γ"] {
        try program.type(letter)
        try program.wait(for: "a copy with \(letter)") {
          home.keptTexts.contains { $0.contains(letter) }
        }
      }
      try program.type("δ")
      try kill(program)

      let text = try recovered()
      let count = text.count - old.count
      try #require((0...100).contains(count))
      let new = String(decoding: text[place..<place + count], as: UTF8.self)
      #expect(["αβγ", "αβγδ"].contains(new))
      let isRight = text[..<place] == old[..<place] && text[(place + count)...] == old[place...]
      #expect(isRight, "the rest is as it was")
    }
  }
}
