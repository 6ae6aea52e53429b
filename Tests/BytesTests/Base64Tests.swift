import Bytes
import Testing

@Suite("Base64")
struct Base64Tests {
  static let rows: [(String, String)] = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{1b}]é", "G13DqQ=="),
  ]

  @Test("Bytes are written in 64 letters and read back", arguments: rows)
  func writing(text: String, encoded: String) {
    let bytes = Array(text.utf8)
    #expect(String(decoding: Base64Writer.text(of: bytes), as: UTF8.self) == encoded)
    #expect(Base64Reader.bytes(of: Array(encoded.utf8)) == bytes)
  }
}
