import Bytes
import NoteSyntax
import Testing

@Suite("The prose words of a note")
struct ProseWordsTests {
  private static func words(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return ProseWords.words(of: bytes.span, by: WordReader(signs: "")).map {
      "\($0.line)\(String(decoding: bytes[$0.core], as: UTF8.self))"
    }.joined(separator: " ")
  }

  private static let rows: [(String, String)] = [
    ("---\ntitle: no\n---\none\n", "4one"),
    ("# Head\n\n- item\n  - [x] done\n> quoted\n", "1Head 3item 4done 5quoted"),
    ("one `no` ``no ` no`` two\n", "1one 1two"),
    ("one `no\nno` two\n", "1one 2two"),
    ("```swift\nno\n```\n\n    no\n\n~~~\nno\n~~~\none\n", "10one"),
    ("[one](no.md \"no\") ![two](no) <https://no.example> three\n", "1one 1two 1three"),
    ("[[no]] [[no#no|one two]] ![[no]] [[no]]s\n", "1one 1two 1s"),
    ("[one][no] [^no] two\n\n[no]: no.md\n[^no]: three\n", "1one 1two 4three"),
    ("one #no/no two#three\n", "1one 1two 1three"),
    ("$no$ one $$no$$\n\n$$\nno\n$$\ntwo\n", "1one 6two"),
    ("<b class=\"no\">one</b> <!-- no --> two\n\n<div>\nno\n</div>\n", "1one 1two"),
    ("one two ^no-id\n", "1one 1two"),
    ("> [!warning] One\n> two\n", "1One 2two"),
    ("one %%two%% three\n\n%%\nfour\n%%\n", "1one 1two 1three 4four"),
    ("one | two\n--- | ---\nthree | `no`\n", "1one 1two 3three"),
    ("one\\*two \\[three\\]\n===\n", "1one 1two 1three"),
    ("word\r\nnext\r\n", "1word 2next"),
  ]

  @Test("Code, formulas, HTML, tags and link targets have no prose words", arguments: rows)
  func words(text: String, wanted: String) {
    #expect(Self.words(text) == wanted)
  }

  @Test("Reading many brackets takes a linear number of steps")
  func hostile() {
    let text = String(repeating: "[^a] [b][c] `d` #e ", count: 20_000)
    #expect(Self.words(text) == Array(repeating: "1b", count: 20_000).joined(separator: " "))
  }

  @Test("A note names its languages in its properties")
  func languages() {
    func languages(_ text: String) -> [String] {
      ProseWords.languages(of: text.utf8.span)
    }
    #expect(languages("---\nlang: de\n---\nx") == ["de"])
    #expect(languages("---\nLang: [en_US, de_DE]\n---\n") == ["en_US", "de_DE"])
    #expect(languages("lang: de\n") == [])
  }
}
