import Testing

@testable import TextEngine

@Suite("Code comments")
struct CodeCommentTests {
  @Test(
    "Lines between fences become comments of their language, and code again",
    arguments: [
      ("```py\na|b\n```", "```py\n# a|b\n```"), ("```py\n# a|b\n```", "```py\na|b\n```"),
      ("```swift\n  «a\n    b»\n```", "```swift\n  // «a\n  //   b»\n```"),
      ("```html\n |a\n```", "```html\n <!-- |a -->\n```"),
      ("```sql\n|x\n\n```", "```sql\n-- |x\n\n```"),
      ("> ```c\n> a|\n> ```", "> ```c\n> // a|\n> ```"),
      // The selection ends at the start of the fence.
      ("```sh\n«a\n»```", "```sh\n# «a\n»```"),
      ("|a\n```py\nb\n```", "%% |a %%\n```py\nb\n```"),
    ])
  func toggles(_ before: String, _ after: String) {
    #expect(KeyPlay.result(before, "<M-/>") { $0.fences = true } == after)
  }

  @Test("Code of an unknown language is unchanged, and a message says why")
  func unknown() {
    var play = KeyPlay("```nothing\na|\n```")
    play.fences = true
    play.press("<M-/>")
    #expect(play.marked == "```nothing\na|\n```")
    #expect(play.lastChange?.problem == CodeComment.unknownLanguage)
    #expect(CodeComment.unknown.toggled([Array("a".utf8)]) == nil)
  }

  @Test("Toggling comments skips blank lines, and comments all lines if one is not a comment")
  func lines() {
    let hash = CodeComment.marks(open: Array("#".utf8), close: [], isQuoted: false)
    func toggled(_ lines: [String]) -> [String]? {
      hash.toggled(lines.map { Array($0.utf8) })?.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(toggled([" a", "", "   b "]) == [" # a", "", " #   b "])
    #expect(toggled([" # a", "", " #   b "]) == [" a", "", "   b "])
    #expect(toggled(["# a", "b"]) == ["# # a", "# b"])
    #expect(toggled([]) == [])
  }

  @Test("A key's own edits count when the vim or emacs keymap then asks about code")
  func handedOver() {
    let rope = Rope(Array("x\n```py\na\n```\n".utf8))
    var text = KeyText(rope, colors: Highlighter(for: rope))
    #expect(text.context(text.selections).codeComment(ByteOffset(8)) != nil)
    #expect(text.context(text.selections).isCode(ByteOffset(8)))
    text.replace(.zero..<ByteOffset(2), with: Array("one\ntwo\n".utf8))
    let python = CodeComment.marks(open: Array("#".utf8), close: [], isQuoted: false)
    #expect(text.context(text.selections).codeComment(ByteOffset(14)) == python)
    #expect(text.context(text.selections).codeComment(ByteOffset(1)) == nil)
    // Without highlighting no text is known to be code.
    #expect(KeyText(rope).context(text.selections).codeComment(ByteOffset(8)) == nil)
  }
}
