import Testing
import TextEngine

@Suite("Inks of code")
struct CodeInkTests {
  /// The inks of the text between two fences, without those that all code has.
  private func inks(_ language: String, _ code: String) -> String {
    let rope = Rope(Array("```\(language)\n\(code)\n```\n".utf8))
    var highlighter = Highlighter(for: rope)
    return highlighter.spans(of: rope.all, in: rope).compactMap { span in
      let inks = span.kinds.inks.filter { ![.codeBlock, .marker, .language].contains($0) }
      guard let ink = inks.last else { return nil }
      return "\(ink)'\(String(decoding: rope.bytes(in: span.range), as: UTF8.self))'"
    }.joined(separator: " ")
  }

  @Test(
    "Words, strings, numbers and comments get different inks",
    arguments: [
      ("swift", "let a = \"b\" // c", "keyword'let' string'\"b\"' codeComment'// c'"),
      ("swift", "/* a\nlet */ let", "codeComment'/* a' codeComment'let */' keyword'let'"),
      ("swift", "\"\"\"\nlet\n\"\"\" 1", "string'\"\"\"' string'let' string'\"\"\"' number'1'"),
      ("swift", "letter a_let", ""),
      ("c", "int x = 'a' + 0x1F;", "keyword'int' string''a'' number'0x1F'"),
      ("cpp title", "return \"\\\"\";", "keyword'return' string'\"\\\"\"'"),
      ("python", "def f(): # x", "keyword'def' codeComment'# x'"),
      ("py", "'''a\n# b'''", "string''''a' string'# b''''"),
      ("JS", "const a = `b\n${c}`", "keyword'const' string'`b' string'${c}`'"),
      ("sh", "echo a#b # c", "keyword'echo' codeComment'# c'"),
      ("json", "{\"a\": [1.5, true]}", "string'\"a\"' number'1.5' keyword'true'"),
      ("yaml", "a: 'b' # c", "property'a' string''b'' comment'# c'"),
      ("rust", "fn f<'a>() {}", "keyword'fn'"),
      ("go", "func f() { return nil }", "keyword'func' keyword'return' keyword'nil'"),
      (
        "html", "<a b=\"c\">d's</a><!-- e",
        "keyword'a' string'\"c\"' keyword'a' codeComment'<!-- e'"
      ),
      ("css", "/* a */ b { c: none }", "codeComment'/* a */' keyword'none'"),
      ("sql", "SELECT a FROM b -- c", "keyword'SELECT' keyword'FROM' codeComment'-- c'"),
      ("nobody-knows", "let a = 1", ""),
    ])
  func tells(_ language: String, _ code: String, _ inks: String) {
    #expect(self.inks(language, code) == inks)
  }

  @Test("A code comment ends with its fence")
  func endsWithFence() {
    let text = "```c\n/* a\n```\n*b*\n```c\nint\n```\n"
    #expect(InkText.with(.codeComment, text) == ["/* a"])
    #expect(InkText.with(.emphasis, text).joined() == "*b*")
    #expect(InkText.with(.keyword, text) == ["int"])
  }
}
