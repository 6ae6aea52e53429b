import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Saving edited notes with unusual bytes", .serialized)
  struct HostileSaveTests {
    private let home = ProgramHome()

    /// A text as lines, each with its line end.
    private struct Hostile {
      let name: String
      let bytes: [UInt8]

      init(_ name: String, _ lines: String...) {
        self.name = name
        bytes = Array(lines.joined().utf8)
      }

      init(_ name: String, bytes: [UInt8]...) {
        self.name = name
        self.bytes = bytes.flatMap(\.self)
      }
    }

    private static let long = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)

    /// Texts that an editor should change only where someone typed.
    private static let texts: [Hostile] = [
      Hostile("mixed endings", "one\r\n", "two\n", "three\r", "four\r\r\n", "five\n\r\n", "six"),
      Hostile(
        "no UTF-8", bytes: [0xff, 0xc3, 0x0a], [0xe2, 0x82, 0x0d, 0x0a], [0xc0, 0x80, 0x0a],
        [0xf0, 0x9f]),
      Hostile("NUL", bytes: [0x00, 0x0a], [0x00, 0x00, 0x0d, 0x0a], [0x61, 0x00, 0x0a], [0x00]),
      Hostile("a mark of the byte order", "\u{feff}# T\r\n", "\u{feff}\r\n", "a\u{feff}"),
      Hostile("wide characters", bytes: [0x23, 0, 0x20, 0, 0x61, 0, 0x0a], [0, 0x62, 0]),
      Hostile("no last newline", "a\n", "b"),
      Hostile("empty lines at the end", "a\n", "\n", "\r\n", "\n"),
      Hostile("blanks at line ends", "a  \n", "\t \r\n", " \n", "   "),
      Hostile("escapes", "\u{1b}[2J\u{7}\n", "\u{9b}31m\n", "\u{202e}abc\n", "\u{8}\u{7f}"),
      Hostile("marks and joiners", "a\u{301}\u{200d}\n", "e\u{301}\u{302}\r\n", "👨‍👩‍👧\n", "🇩🇪🇩"),
      Hostile(
        "surrogates", bytes: [0xed, 0xa0, 0x80, 0x0a], [0xf4, 0x90, 0x80, 0x80, 0x0a], [0x80]),
      Hostile("other line ends", "a\u{2028}b\u{2029}c\u{85}d\u{c}\n", "e\u{b}f"),
      Hostile("very long lines", bytes: long, [0x0d, 0x0a, 0xff], long, [0x0a], long),
      Hostile("properties", "---\r\n", "title: a\n", "created:  x \r\n", "---\n", "text"),
    ]

    /// The line starts for the editor, which accepts only a line feed as line end.
    private static func lineStarts(_ text: [UInt8]) -> [Int] {
      [0] + text.indices.filter { text[$0] == 0x0a }.map { $0 + 1 }
    }

    @Test("Untouched bytes are saved unchanged", arguments: Self.texts.indices)
    func keepsBytes(index: Int) throws {
      let (name, old) = (Self.texts[index].name, Self.texts[index].bytes)
      home.folder.write("home/notes/plan.md", old)
      let program = try ProgramUnderTest(in: home)
      try program.sync()
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor", "\(name)")

      var expected = old
      var growth = 0
      // At the start of each line, from first to last.
      for (number, start) in Self.lineStarts(old).enumerated() {
        try program.press("C-g")
        try program.type("\(number + 1)")
        try program.press("Enter")
        try program.sync()
        try program.type("<\(number)>")
        let new = Array("<\(number)>".utf8)
        expected.insert(contentsOf: new, at: start + growth)
        growth += new.count
      }
      try program.press("C-s")
      try program.wait(forText: "Saved plan.md.")
      // Compared beforehand, because a failure would print all of a long text.
      let isKept = home.folder.read("home/notes/plan.md") == expected
      #expect(isKept, "\(name)")

      // After everything is undone, and a letter typed and deleted at the end, the file is as
      // before.
      for _ in Self.lineStarts(old) { try program.press("C-z") }
      try program.press("C-End")
      try program.type("x")
      try program.press("Backspace")
      try program.press("C-s")
      try program.sync()
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      let isBack = home.folder.read("home/notes/plan.md") == old
      #expect(isBack, "\(name)")
    }

    @Test("A UTF-16 note rejects typing, says how to convert it, and stays unchanged")
    func utf16() throws {
      let old: [UInt8] = [0xff, 0xfe, 0x23, 0, 0x20, 0, 0x61, 0, 0x0a, 0, 0x62, 0]
      home.folder.write("home/notes/plan.md", old)
      let program = try ProgramUnderTest(in: home)
      try program.sync()
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor")
      try program.type("x")
      try program.wait(forText: "Read-only: it is UTF-16.")
      try program.press("C-s")
      try program.wait(forText: "Nothing to save.")
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(home.folder.read("home/notes/plan.md") == old)
    }
  }
}
