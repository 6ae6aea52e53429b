import Testing

@testable import NoteSyntax

@Suite("Changing the title of a note's text")
struct TitleEditTests {
  private static let cases: [(old: String, title: String, new: String?)] = [
    ("# Old\ntext", "New", "# New\ntext"),
    ("\n\n# Old #\r\ntext", "New", "\n\n# New #\r\ntext"),
    ("Old\nname\n===\ntext", "New", "New\n===\ntext"), ("\u{feff}# Old", "New", "\u{feff}# New"),
    ("---\ntitle: Old\ntags: [a]\n---\ntext\n", "New", "---\ntitle: New\ntags: [a]\n---\ntext\n"),
    ("---\ntitle: Old\n---\n# Old\n", "New", "---\ntitle: New\n---\n# New\n"),
    ("---\ntitle: Old\n---\n# Other\n", "New", "---\ntitle: New\n---\n# Other\n"),
    ("---\ntags: [a]\n---\n# Old\n", "New", "---\ntags: [a]\n---\n# New\n"),
    ("# Old [[link]]\n", " two \n words", "# two words\n"),
    ("# Old\n# Old\n", "New", "# New\n# Old\n"),
    // The file name is the title.
    ("text\n", "New", nil), ("", "New", nil), ("x\n\n## Old ##\r\ntext", "New", nil),
    ("# \n# Old\n", "New", nil), ("x\n\n# Old\n", "New", nil), ("## Old\n", "New", nil),
    ("---\na: b\n---\ntext", "New", nil),
    // Conflict markers are not a title, and the text between them is not the whole note's title.
    ("intro\n<<<<<<< a\noat milk\n=======\nsoy milk\n>>>>>>> b\nend\n", "New", nil),
    ("<<<<<<< a\n# Old\n=======\n# Other\n>>>>>>> b\n", "New", nil),
    (
      "intro\n=======\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "New",
      "New\n=======\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    ),
    // Text that would not be read as that title.
    ("# Old\n", "New #", nil), ("Old\n===\n", "- New", nil), ("# Old\n", " ", nil),
    ("---\ntitle: Old\na: [\n---\n", "New", nil),
  ]

  @Test("The title changes where it is written, and nowhere else", arguments: cases)
  func edits(old: String, title: String, new: String?) {
    let bytes = TitleEdit.text(of: Array(old.utf8), titled: title)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == new)
  }

  private static let hard = [
    "a: b", "\"q\"", "'", "- x", "#tag", "[a, b]", "yes", "1", "é", "a # b",
  ]

  @Test("Front matter takes any title and returns it", arguments: hard)
  func quotes(title: String) {
    let old = Array("---\ntitle: Old\nother: 1\n---\n# Old\ntext\n".utf8)
    guard let new = TitleEdit.text(of: old, titled: title) else {
      Issue.record("\(title) was refused")
      return
    }
    #expect(TitleEdit.title(of: new) == title)
    #expect(String(decoding: new, as: UTF8.self).hasSuffix("\nother: 1\n---\n# \(title)\ntext\n"))
  }
}
