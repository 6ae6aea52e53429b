import Testing

@testable import Terminal

@Suite("Text for the terminal's clipboard")
struct ClipboardSequenceTests {
  @Test(
    "Bytes are written in 64 letters",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{1b}]é", "G13DqQ=="),
    ])
  func base64(text: String, encoded: String) {
    #expect(String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test("A text too long for a terminal is not sent at all")
  func limit() {
    #expect(
      ClipboardSequence.offering(Array("a".utf8)) == Array("\u{1b}]52;c;YQ==\u{7}".utf8))
    let longest = [UInt8](repeating: 0x61, count: ClipboardSequence.longest)
    #expect(ClipboardSequence.offering(longest) != nil)
    #expect(ClipboardSequence.offering(longest + [0x61]) == nil)
  }
}
