import Terminal
import Testing

@Suite("Text for the terminal's clipboard")
struct ClipboardSequenceTests {
  @Test("A text too long for a terminal is not sent at all")
  func limit() {
    #expect(
      ClipboardSequence.offering(Array("a".utf8)) == Array("\u{1b}]52;c;YQ==\u{7}".utf8))
    let longest = [UInt8](repeating: 0x61, count: ClipboardSequence.longest)
    #expect(ClipboardSequence.offering(longest) != nil)
    #expect(ClipboardSequence.offering(longest + [0x61]) == nil)
  }
}
