import Testing

@testable import NoteSyntax

@Suite("What a text without a file is called")
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
    "A new note is called by its title, else by its first words behind the front matter",
    arguments: names)
  func name(text: String, wanted: String?) {
    #expect(DraftName.of(Array(text.utf8)) == wanted)
  }
}
