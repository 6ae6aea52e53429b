import NoteSyntax
import Testing

@Suite("Blocks found by a scan: headings, items, code and comments")
struct ScannerBlockTests {
  static let headings: [(String, [String])] = [
    ("# One\n## Two ##\n###### Six\n####### Seven", ["1 h1 One", "2 h2 Two", "3 h6 Six"]),
    ("#\n# \n# C#", ["3 h1 C#"]),
    ("Setext\n===\n\nTwo\nlines\n---\n", ["1 h1 Setext", "4 h2 Two\nlines"]),
    ("\r\nSetext\r\n===\r\n", ["2 h1 Setext"]),
    ("> # Quoted\n\n- # Item\n\ntext\n\n    # Code", []),
    ("- item\n---\n1. item\nlazy\n===\n> quote\n---", []),
    ("- item\n\n  Para\n  ---\n", []),
    ("text\n    # continued\n   # Heading", ["3 h1 Heading"]),
    ("***\n* * *\n- - -\n___\n===", []),
    ("| a |\n|---|\n| b |\n---\n", []),
    ("# [ ] To do\n## Due", ["1 h1 [ ] To do", "2 h2 Due"]),
    ("a\r# no line of its own", []),
  ]

  @Test("Headings of both kinds are found, outside quotes, items and code", arguments: headings)
  func findsHeadings(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  /// `[[x]]` occurs once in each, and means a link.
  static let loneTags: [String] = [
    "<br>", "<br/>", "</b>", "<span>", "<img src=\"a.png\">", "<a href=x>",
  ]
  .flatMap { tag in
    [
      "- a\n\(tag)\n[[x]]", "- a\n\(tag)\n- [[x]]", "> a\n\(tag)\n[[x]]",
      "> - a\n> \(tag)\n> [[x]]",
      "- > a\n  \(tag)\n  [[x]]", "[^1]: a\n\(tag)\n[[x]]", "1. a\n   - b\n\(tag)\n[[x]]",
    ]
  }

  @Test(
    "A lone tag that continues with a paragraph hides nothing (obsidian 2 2)", arguments: loneTags)
  func loneTag(text: String) {
    #expect(ScanText.scan(text).contains { $0.hasSuffix("wiki <x>") }, "\(text)")
  }

  @Test("A block tag hides the text that follows it, and so does any tag after an empty line")
  func blockTags() {
    for text in ["- a\n<div>\n[[x]]", "> a\n</p>\n[[x]]", "- a\n\n<br>\n[[x]]"] {
      #expect(ScanText.scan(text) == [], "\(text)")
    }
    #expect(
      ScanText.scan("- [ ] a\n<br/>\n- [ ] b [[M]] #t") == [
        "3 wiki <M>", "3 #t", "1 [ ] a", "3 [ ] b [[M]] #t",
      ])
  }

  static let marked: [(String, [String])] = [
    // The line between the versions underlines nothing, and ends a paragraph.
    ("a\n<<<<<<< one\n#x\n=======\n#y\n>>>>>>> two\nb", ["3 #x", "5 #y"]),
    ("a\n<<<<<<<\nb\n|||||||\nc\n=======\nd\n>>>>>>>\n---", []),
    ("<<<<<<< one\n# A\n=======\n# B\n>>>>>>> two\n", ["2 h1 A", "4 h1 B"]),
    // Each version continues from the start of the conflict.
    (
      "- a\n<<<<<<< one\n    - [ ] b\n# C\n=======\n    - [ ] d\n>>>>>>> two\n    - [ ] e",
      ["4 h1 C", "3 [ ] b", "6 [ ] d", "8 [ ] e"]
    ),
    ("<<<<<<< one\n```\n=======\n#x\n>>>>>>> two\n#y", ["4 #x", "6 #y"]),
    ("```\n<<<<<<< one\n#x\n=======\n#y\n>>>>>>> two\n```\n#z", ["8 #z"]),
    // Nested within each other.
    (
      "<<<<<<<< a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n========\nd\n>>>>>>>> e\nf\n---",
      ["10 h2 f"]
    ),
    // Lines that are not a conflict stay as they were.
    ("Title\n=======\n", ["1 h1 Title"]),
    ("a\n=======\n>>>>>>> b #x", ["1 h1 a", "3 #x"]),
    ("<<<<<<< one\na\n======\n", ["2 h1 a"]),
  ]

  @Test("Conflict markers are blocks of their own (chaos 2 F2)", arguments: marked)
  func conflicts(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  static let hidden: [String] = [
    "```\n[[x]] #x\n```", "~~~~\n~~~\n[[x]]\n~~~~", "```swift\n# x\n- [ ] x ^a",
    "> ```\n> #x\n> ```",
    "- ```\n  #x\n  ```", "\n    [[x]] #x", "\n\t#x\n\n\t[[x]]\n", "a\n\n    #x", "- a\n\n      #x",
    "> a\n>\n>     #x", "`[[x]]` `` `#x` ` `` ", "`#x\n[[x]] #x`", "> `a\n> #x`",
    "%%\n# x\n\n- [ ] x\n%%", "<!-- [[x]]\n\n# x\n-->", "<!-- #x",
    "a <!-- #x\n [[x]] -->", "$$ [[x]] $$", "$[[x]]$ $[a](b)$", "<div>\n#x\n[[x]]\n</div>",
    "[[|#x]]", "$$\n#x\n\n- [ ] x\n$$", "a $$ #x\n[[x]] $$",
    "<a href=\"#x\" class='#x'>", "<a href=#x>", "<https://a.b/( #x>\n".replacing(" ", with: ""),
    "\\[[x]](y)".replacing("(y)", with: ""), "\\#x", "[^1] [^1]: x", "[x]: ", "[x][y] [z]",
    "- [x]y", "- [xy] z", "- []", "[ ] x", "x - [ ] y", "-[ ] x",
  ]

  @Test(
    "Nothing is found in code, comments, formulas and HTML or after backslashes", arguments: hidden)
  func hides(text: String) {
    #expect(ScanText.scan(text) == [])
  }

  static let shown: [(String, [String])] = [
    ("```\ncode\n```\n#x", ["4 #x"]), ("> ```\n> code\n#x", ["3 #x"]),
    ("- ```\n  code\n#x", ["3 #x"]), ("```a`b\n#x", ["2 #x"]), ("a\n    #x", ["2 #x"]),
    ("- a\n\n    #x", ["3 #x"]), ("- [d]: e\n\n    #x", ["1 reference <e>", "3 #x"]),
    ("- [d]: e\n\n\n    #x", ["1 reference <e>"]), ("- a\n\n\n    #x", ["4 #x"]),
    ("- a\n    #x", ["2 #x"]), ("`a #x", ["1 #x"]),
    ("``a` #x", ["1 #x"]), ("`a\n\n#x`", ["3 #x"]), ("`a\n# #x`", ["2 h1 #x`", "2 #x"]),
    ("%% [[x]] #x %%", ["1 wiki <x>", "1 #x"]), ("a %% b\n\n#x\n%% c", ["3 #x"]),
    ("- [ ] a %% #x [[y]] %%", ["1 wiki <y>", "1 #x", "1 [ ] a %% #x [[y]] %%"]),
    ("a:\n%%\n- [ ] #x\n%%\n\n- [ ] #y", ["3 #x", "6 #y", "6 [ ] #y"]),
    ("%%\n\n- [[x]]\n\n#x %% #y", ["3 wiki <x>", "5 #x", "5 #y"]),
    ("a <!-- #x\n\n [[x]] -->", ["3 wiki <x>", "1 #x"]),
    ("a <!-- b -- #x -->", ["1 #x"]), ("a <!--> #x -->", ["1 #x"]), ("a <!---> #x -->", ["1 #x"]),
    ("a <!-- #x --->", ["1 #x"]), ("a <!-- - #x - --> #y", ["1 #y"]), ("a <!----> #x", ["1 #x"]),
    ("$5 [[x]] $6", ["1 wiki <x>"]),
    ("a %% b #x", ["1 #x"]), ("%% a %% #x", ["1 #x"]), ("%%\na\n%%\n#x", ["4 #x"]),
    ("%%\n%% #x\n", ["2 #x"]), ("<!-- a --> #x\n#y", ["2 #y"]), ("a <!-- b --> #x", ["1 #x"]),
    ("<!-- a -->\nTitle\n===", ["2 h1 Title"]),
    ("a <!-- #x", ["1 #x"]), ("cost $$ #x\n\n$$", ["1 #x"]), ("$$a$$ #x", ["1 #x"]),
    ("a < b #x >", ["1 #x"]), ("<a b #x", ["1 #x"]), ("\\\\#x #y", ["1 #y"]),
    ("`a\\` #x", ["1 #x"]),
    ("1 %% 2\n#x", ["2 #x"]), ("![x] #x", ["1 #x"]),
  ]

  @Test("Text that only resembles code or a comment hides nothing", arguments: shown)
  func shows(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  static let rest = "\n[[M]] #t\n\n- [ ] pay\n"

  static let openers: [String] = [
    "> [!note]\n> x\n```\ny\n```\n", "> x\n~~~ js\ny\n~~~\n", "> ```\n> x\n\n",
    "1. a\n  ```js\ncode\n  ```\n",
    "- a\n> ```\n> b\n", "<pre><code>```js\nx\n```</code></pre>\n", "- x\n\n  ```\ny\n",
    "> - a\n```\nx\n```\n", "- a\n  > ```\n", "| a |\n| - |\n| `b |\n",
    "<script>\n```\n</script>\n", "[^1]: a\n\n    ```\n    b\n",
  ]

  @Test("A block ends with its container and hides nothing below", arguments: openers)
  func endsWithItsContainer(opener: String) {
    let told = ScanText.scan(opener + Self.rest).map { $0.split(separator: " ").dropFirst() }
    #expect(told.map { $0.joined(separator: " ") } == ["wiki <M>", "#t", "[ ] pay"])
  }

  static let nested: [(String, [String])] = [
    ("- a\n\t> q\n\n\t[[M]] #t\n\n\t- [ ] task\n", ["4 wiki <M>", "4 #t", "6 [ ] task"]),
    ("- [ ] a\n\t> q\n\t- [ ] task", ["1 [ ] a", "3 [ ] task"]),
    ("- # H\n\t\t- [ ] task [[M]]", ["2 wiki <M>", "2 [ ] task [[M]]"]),
    ("- x\n\t\t  ---\n\t\t- [[M]]", ["3 wiki <M>"]),
    ("100. a\n    - [ ] b\n    - [ ] c", ["2 [ ] b", "3 [ ] c"]),
    ("- a\n\n\t\t- [ ] code", []), ("-     [ ] code", []),
    ("- a\n  - > b\n\n    #x\n\n  #y\n\n#z", ["4 #x", "6 #y", "8 #z"]),
    ("[^1]: a\n\n    #x\n\n        #code", ["3 #x"]),
  ]

  @Test("Text belongs to the innermost block it is indented for", arguments: nested)
  func nests(text: String, expected: [String]) {
    #expect(ScanText.scan(text).sorted() == expected.sorted())
  }

  static let tasks: [(String, [String])] = [
    (
      "- [ ] a\n* [x] b\n+ [/] c\n1. [-] d\n2) [X] e\n",
      ["1 [ ] a", "2 [x] b", "3 [/] c", "4 [-] d", "5 [X] e"]
    ),
    ("- [é] a\n- [ ]\n> - [ ] b\n>> * [!] c", ["1 [é] a", "2 [ ] ", "3 [ ] b", "4 [!] c"]),
    ("- a\n  - [ ] b\n\t\t\t- [x] c", ["2 [ ] b", "3 [x] c"]),
    ("- [ ] a 📅 2026-03-02 #x", ["1 #x", "1 [ ] a 📅 2026-03-02 #x due 2026-3-2"]),
    ("- [ ] a 📅\u{FE0F}\u{A0}2024-02-29", ["1 [ ] a 📅\u{FE0F}\u{A0}2024-02-29 due 2024-2-29"]),
    ("- [ ] 🗓️2026-03-02", ["1 [ ] 🗓️2026-03-02 due 2026-3-2"]),
    ("- [x] a [due:: 2026-03-02] ^b", ["1 ^b", "1 [x] a [due:: 2026-03-02] due 2026-3-2"]),
    ("- [ ] a (due::2026-03-02)", ["1 [ ] a (due::2026-03-02) due 2026-3-2"]),
    ("- [ ] 📅 2025-02-29\n- [ ] 📅 soon", ["1 [ ] 📅 2025-02-29", "2 [ ] 📅 soon"]),
    ("- [ ] 📅 2026-13-01\n- [ ] 📅 2026-03-0", ["1 [ ] 📅 2026-13-01", "2 [ ] 📅 2026-03-0"]),
    ("- [ ] ⏳ 2026-03-02\n- [ ] 📅 2026-03-021", ["1 [ ] ⏳ 2026-03-02", "2 [ ] 📅 2026-03-021"]),
    ("- [ ] see [[a]]", ["1 wiki <a>", "1 [ ] see [[a]]"]),
    ("In\n1985. [ ] x", []),
  ]

  @Test("Tasks are found with every mark, status and form of the due date", arguments: tasks)
  func findsTasks(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  static let blocks: [(String, [String])] = [
    ("Words ^a-1\n\nmore ^b", ["1 ^a-1", "3 ^b"]), ("- item ^a\n- other ^b\n", ["1 ^a", "2 ^b"]),
    ("| a |\n\n^table", ["3 ^table"]), ("Words ^a\nmore", []), ("2^10", []), ("a ^b c", []),
    ("a ^b_c\n", []), ("`a ^b`", []), ("a ^", []), ("> quote ^q\n", ["1 ^q"]),
    ("a ^b  \r\n", ["1 ^b"]), ("a ^b\n# H", ["1 ^b", "2 h1 H"].sorted()),
  ]

  @Test("Block ids come at the end of a paragraph or an item", arguments: blocks)
  func findsBlocks(text: String, expected: [String]) {
    #expect(ScanText.scan(text).sorted() == expected.sorted())
  }
}
