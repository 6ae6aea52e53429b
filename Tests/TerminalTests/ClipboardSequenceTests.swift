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

@Suite("Notifications of the terminal")
struct NotificationSequenceTests {
  private static let rows: [(String, String, String)] = [
    (
      "xterm-256color", "call\u{1b}]52;c;x\u{7}",
      "\u{1b}]9;Reminder: call ]52;c;x  · Flat\u{7}\u{7}"
    ),
    (
      "xterm-kitty", "a\u{1b}",
      "\u{1b}]99;i=7:d=0:e=1:p=title;YRs=\u{1b}\\\u{1b}]99;i=7:d=1:e=1:p=body;RmxhdA==\u{1b}\\\u{7}"
    ),
    (
      "foot", "",
      "\u{1b}]99;i=7:d=0:e=1:p=title;\u{1b}\\\u{1b}]99;i=7:d=1:e=1:p=body;RmxhdA==\u{1b}\\\u{7}"
    ),
  ]

  @Test("The words of a task cannot end or begin a sequence", arguments: rows)
  func words(terminal: String, title: String, sequence: String) {
    let bytes = NotificationSequence.showing(7, title: title, text: "Flat", on: terminal)
    #expect(String(decoding: bytes, as: UTF8.self) == sequence)
  }

  @Test("Long words are cut")
  func long() {
    let title = String(repeating: "ä", count: 100_000)
    for terminal in ["foot", "xterm"] {
      #expect(NotificationSequence.showing(7, title: title, text: title, on: terminal).count < 3000)
    }
  }
}
