import Testing
import Viper
import TextEngine

@testable import Editor

@Suite("The editor's text as the source of a preview")
struct EditorPreviewTextTests {
  private func text(_ text: String, top: Int) -> EditorPreviewText {
    EditorPreviewText(Rope(Array(text.utf8)), top: ByteOffset(top), named: "a")
  }

  @Test(
    "The source hands over no more bytes than requested",
    arguments: [("", 9, ""), ("one\ntwo", 9, "one\ntwo"), ("one\r\n", 4, "one\r"), ("one", 0, "")])
  func bytes(_ written: String, _ limit: Int, _ bytes: String) {
    #expect(text(written, top: 0).bytes(atMost: limit) == Array(bytes.utf8))
  }

  @Test("The source begins with the visible line, and knows how much text is above it")
  func begins() {
    let text = text("one\nwrapped line\nthree", top: 12)
    #expect(text.firstLine == 1 && text.hiddenBytes == 8)
  }

  @Test("The source is equal from any scroll position until something is typed")
  func sameText() {
    let one = text("one\ntwo", top: 0)
    #expect(one.isSameText(as: text("one\ntwo", top: 5)))
    #expect(!one.isSameText(as: text("one\ntwo!", top: 0)))
  }
}
