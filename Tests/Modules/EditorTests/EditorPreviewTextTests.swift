import Testing
import TextEngine

@testable import Editor

@Suite("The text of an editor as a preview asks for it")
struct EditorPreviewTextTests {
  private func text(_ text: String, top: Int) -> EditorPreviewText {
    EditorPreviewText(Rope(Array(text.utf8)), top: ByteOffset(top), named: "a")
  }

  @Test(
    "Lines are those of the text, without their ends",
    arguments: [
      ("", [""]), ("one", ["one"]), ("one\n", ["one"]), ("one\n\n", ["one", ""]),
      ("a\r\nb\r\n", ["a", "b"]), ("\n", [""]),
    ])
  func lines(_ written: String, _ lines: [String]) {
    let text = text(written, top: 0)
    #expect((0..<text.lineCount).map { text.line(at: $0) } == lines)
    #expect(text.line(at: -1) == "" && text.line(at: 1_000) == "")
  }

  @Test("It begins with the line in sight, and knows how much of it is above")
  func begins() {
    let text = text("one\nwrapped line\nthree", top: 12)
    #expect(text.firstLine == 1 && text.hiddenBytes == 8)
  }

  @Test("A line that may be all of a large text is shown from the place in sight, and cut")
  func longLine() {
    let long = String(repeating: "0123456789", count: 5_000)
    let text = text("one\n\(long)\nthree", top: 4 + 20_005)
    #expect(text.firstLine == 1 && text.hiddenBytes == 0)
    #expect(text.line(at: 1).hasPrefix("56789012"))
    #expect(text.line(at: 1).utf8.count < 10_000 && text.line(at: 1).hasSuffix("…"))
    #expect(text.line(at: 0) == "one" && text.line(at: 2) == "three")
    let end = self.text("one\n\(long)\nthree", top: 4 + 49_990)
    #expect(end.line(at: 1) == "0123456789")
  }
}
