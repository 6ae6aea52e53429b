import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  /// Of a large note what was typed is kept, and not the text: another way than a small note's.
  @Suite("The program killed while somebody types in a large note", .serialized)
  struct LargeKillTests {
    private static let line = "a line of a note that is large\n"

    /// A note of about so many megabytes, which holds nothing that is typed here.
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
      // The whole of it is read by then.
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

    /// Takes what is offered, and saves it: the note as it is then.
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

    /// How often a letter stands behind one another at a place, where the rest is the old text.
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
      "Of what is typed without a pause all that the last keep had is there, in its place",
      arguments: [2, 20])
    func typing(megabytes: Int) throws {
      let old = Self.note(megabytes: megabytes)
      let (program, place) = try start(over: old)
      // Less than a keep's pause between two keys: only the keeps while typing can happen. What a
      // keep has holds every key that the program had read when the one before it was seen.
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
        // The one under way when the keys were read may be without them.
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

    @Test("What comes after the last keep is all that is missing", arguments: [2, 20])
    func afterTheKeep(megabytes: Int) throws {
      let old = Self.note(megabytes: megabytes)
      let (program, place) = try start(over: old)
      // One key each, so that no keep has half of it.
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
