import Testing

@testable import NoteSyntax

@Suite("Scanning: inline fields")
struct InlineFieldTests {
  @Test(
    "A line is a field, or has fields in brackets",
    arguments: [
      ("due:: 2026-03-02", "1 due=2026-03-02"), ("Read On::x", "1 Read On=x"),
      ("**Key**:: v", "1 Key=v"),
      ("key::", "1 key="), ("- key:: v", "1 key=v"), ("> key:: v", "1 key=v"),
      ("- [ ] do [a:: 1] (b:: 2)", "1 a=1; 1 b=2"), ("x [a:: [[N]], [[M]]] y", "1 a=[[N]], [[M]]"),
      ("x [a:: 1] b:: 2", "1 a=1"), ("[a:: (b:: 1)]", "1 a=(b:: 1)"), ("größe:: 3", "1 größe=3"),
      ("one\nk:: v\ntwo", "2 k=v"), ("# T [a:: 1]", "1 a=1"), ("# a:: 1", ""),
      ("| [a:: 1] |\n|---|\n| [b:: 2] |", "1 a=1; 3 b=2"), ("a: 1", ""), ("::", ""), ("(:: 1)", ""),
      ("`[a:: 1]`", ""), ("    a:: 1", ""), ("```\na:: 1\n```", ""), ("\\[a:: 1]", ""),
      ("what (is) this:: 1", ""), ("[a:: 1", ""), ("[[a:: 1]]", ""), ("---\nx: a:: 1\n---\n", ""),
      ("[a:: \\] 1]", "1 a=\\] 1"), ("a:: b:: c", "1 a=b:: c"),
    ])
  func fields(_ text: String, _ expected: String) {
    let bytes = Array(text.utf8)
    let found = NoteScanner.scan(bytes.span).fields
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    #expect(
      found.map { "\($0.line) \(part($0.name))=\(part($0.value))" }.joined(separator: "; ")
        == expected)
  }

  @Test("A line of nothing but signs is read quickly")
  func hostile() {
    for sign in ["[a::", "(a::", "[a:: [", "`[a::", "["] {
      let bytes = Array(String(repeating: sign, count: 20_000).utf8)
      #expect(NoteScanner.scan(bytes.span).fields.count < 2)
    }
  }
}
