import Bytes
import Testing

@Suite("Percent-encoding of bytes")
struct PercentTests {
  @Test("Any bytes survive on one line of plain characters")
  func all() {
    let all = [UInt8](0...255) + Array("%%41".utf8)
    let encoded = Percent.encoded(all)
    #expect(encoded.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(Percent.decoded(encoded) == all)
    #expect(Percent.text(of: all).utf8.elementsEqual(encoded))
  }

  @Test(
    "Only the requested characters stay unencoded",
    arguments: [("a b|c", "a b%7Cc"), ("é%", "%C3%A9%25"), ("", "")])
  func chosen(_ text: String, _ expected: String) {
    let isPlain = { (byte: UInt8) in Byte.isLetter(byte) || byte == Byte.space }
    #expect(Percent.text(of: text.utf8, isPlain: isPlain) == expected)
  }

  static let strict: [(String, String?)] = [
    ("", ""), ("a+b", "a+b"), ("%41b", "Ab"), ("%c3%A9", "é"), ("%4", nil), ("%", nil),
    ("%4g", nil), ("%+f", nil), ("%%41", nil), ("%ff", nil),
  ]

  @Test(
    "Text that the encoder cannot have written and bytes that are not text are refused",
    arguments: strict)
  func refusesStrict(_ text: String, _ expected: String?) {
    let decoded: String? = Percent.decoded(text)
    #expect(decoded == expected)
  }

  @Test(
    "A lone percent sign in a person's text is literal",
    arguments: [("100%", "100%"), ("a%20b", "a b"), ("%zz%41", "%zzA"), ("%+f", "%+f")])
  func lenient(_ text: String, _ expected: String) {
    #expect(Percent.decodedAsWritten(text) == expected)
  }
}
