import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Saving what was edited", .serialized)
  struct HostileSaveTests {
    private let home = ProgramHome()

    private static let long = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)

    /// Lines, each with its ending, that no editor should change where nobody typed.
    private static let texts: [(name: String, lines: [[UInt8]])] = [
      ("mixed endings", ["one\r\n", "two\n", "three\r", "four\r\r\n", "five\n\r\n", "six"].utf8s),
      (
        "no UTF-8",
        [[0xff, 0xfe, 0x0a], [0xe2, 0x82, 0x0d, 0x0a], [0xc0, 0x80, 0x0a], [0xf0, 0x9f]]
      ),
      ("NUL", [[0x00, 0x0a], [0x00, 0x00, 0x0d, 0x0a], [0x61, 0x00, 0x0a], [0x00]]),
      ("a mark of the byte order", ["\u{feff}# T\r\n", "\u{feff}\r\n", "a\u{feff}"].utf8s),
      ("wide bytes", "# a\nb\n".utf16.map { [UInt8($0 & 0xff), UInt8($0 >> 8)] }),
      ("no last newline", ["a\n", "b"].utf8s),
      ("empty lines at the end", ["a\n", "\n", "\r\n", "\n"].utf8s),
      ("blanks at line ends", ["a  \n", "\t \r\n", " \n", "   "].utf8s),
      ("escapes", ["\u{1b}[2J\u{7}\n", "\u{9b}31m\n", "\u{202e}abc\n", "\u{8}\u{7f}"].utf8s),
      ("marks and joiners", ["\u{301}\u{200d}\n", "e\u{301}\u{302}\r\n", "👨‍👩‍👧\n", "🇩🇪🇩"].utf8s),
      ("surrogates", [[0xed, 0xa0, 0x80, 0x0a], [0xf4, 0x90, 0x80, 0x80, 0x0a], [0x80]]),
      ("other line ends", ["a\u{2028}b\u{2029}c\u{85}d\u{c}\n", "e\u{b}f"].utf8s),
      ("very long lines", [long + [0x0d, 0x0a], [0xff] + long + [0x0a], long]),
      ("properties", ["---\r\n", "title: a\n", "created:  x \r\n", "---\n", "text"].utf8s),
    ]

    /// Where lines start for the editor, which takes a line feed alone for their end.
    private static func lineStarts(_ text: [UInt8]) -> [Int] {
      [0] + text.indices.filter { text[$0] == 0x0a }.map { $0 + 1 }
    }

    @Test("Bytes that nobody touched are the same", arguments: Self.texts.indices)
    func keepsBytes(index: Int) throws {
      let (name, lines) = Self.texts[index]
      let old = lines.flatMap(\.self)
      home.folder.write("home/notes/plan.md", old)
      let program = try ProgramUnderTest(in: home)
      try program.sync()
      try program.press("Enter")
      try #require(try program.sync().stack == "NoteList > Editor", "\(name)")

      var expected = old
      var growth = 0
      // At the start of each line, from the first to the last.
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
      #expect(home.folder.read("home/notes/plan.md") == expected, "\(name)")

      // All taken back, and a letter typed and deleted at the end: the file of before.
      for _ in Self.lineStarts(old) { try program.press("C-z") }
      try program.press("C-End")
      try program.type("x")
      try program.press("Backspace")
      try program.press("C-s")
      try program.sync()
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(home.folder.read("home/notes/plan.md") == old, "\(name)")
    }
  }
}

extension [String] {
  fileprivate var utf8s: [[UInt8]] { map { Array($0.utf8) } }
}
