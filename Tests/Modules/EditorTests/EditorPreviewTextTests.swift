import Testing
import Viper
import TextEngine

@testable import Editor

@Suite("The text of an editor as a preview asks for it")
struct EditorPreviewTextTests {
  private func text(_ text: String, top: Int) -> EditorPreviewText {
    EditorPreviewText(Rope(Array(text.utf8)), top: ByteOffset(top), named: "a")
  }

  @Test(
    "It hands over its bytes, no more of them than were asked for",
    arguments: [("", 9, ""), ("one\ntwo", 9, "one\ntwo"), ("one\r\n", 4, "one\r"), ("one", 0, "")])
  func bytes(_ written: String, _ limit: Int, _ bytes: String) {
    #expect(text(written, top: 0).bytes(atMost: limit) == Array(bytes.utf8))
  }

  @Test("It begins with the line in sight, and knows how much of it is above")
  func begins() {
    let text = text("one\nwrapped line\nthree", top: 12)
    #expect(text.firstLine == 1 && text.hiddenBytes == 8)
  }

  @Test("It is the same text from wherever it is seen, until something is typed")
  func sameText() {
    let one = text("one\ntwo", top: 0)
    #expect(one.isSameText(as: text("one\ntwo", top: 5)))
    #expect(!one.isSameText(as: text("one\ntwo!", top: 0)))
  }
}
