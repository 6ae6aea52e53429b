import Testing

@testable import NoteSyntax

@Suite("The name of a text without a file")
struct DraftNameTests {
  private static let names: [(String, String?)] = [
    ("", nil), ("\n\n", nil), ("   ", nil), ("# Plan", "Plan"), ("##  Plan B\nx", "Plan B"),
    ("\n  \n\tshopping\n", "shopping"), ("---\nplan", "plan"), ("#\n#\nx", "x"),
    ("![](a.png)\n![[b.png]]\nBeach", "Beach"), ("![](a.png)", nil),
    ("![](a.png) sun", "![](a.png) sun"),
    ("日記", "日記"), ("a # b", "a # b"), (String(repeating: "\n", count: 60) + "late", "late"),
    ("---\ntags: [people]\naliases: [Addresses]\n---\n# Contacts", "Contacts"),
    ("---\ntags: [people]\n---\n\nSome words\n# Later", "Some words"),
    ("---\ntitle: Given\n---\n# Contacts", "Given"), ("---\ntags: [people]\n---\n", nil),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 120)),
  ]

  @Test(
    "A new note is named by its title, or else by its first words after the front matter",
    arguments: names)
  func name(text: String, wanted: String?) {
    #expect(DraftName.of(Array(text.utf8)) == wanted)
  }
}
