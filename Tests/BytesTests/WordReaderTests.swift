import Testing

@testable import Bytes

@Suite("The words of a line, by a dictionary's rules")
struct WordReaderTests {
  private static func words(_ text: String, signs: String = "0123456789’") -> [String] {
    let bytes = Array(text.utf8)
    return WordReader(signs: signs).words(in: bytes.span, 0, bytes.count).map { word in
      let whole = String(decoding: bytes[word.whole], as: UTF8.self)
      let core = String(decoding: bytes[word.core], as: UTF8.self)
      return whole == core ? whole : "\(whole)=\(core)"
    }
  }

  private static let rows: [(String, [String])] = [
    ("", []), (" -- ", []), ("one, two", ["one", "two"]),
    ("Äpfel 漢字かな e\u{301}t", ["Äpfel", "かな", "e\u{301}t"]),
    ("don't 'quoted' dogs’", ["don't", "quoted", "dogs’=dogs"]),
    ("1st v2 2026", ["1st", "v2", "2026"]),
    ("**bold** _it_ snake_case a-b", ["bold", "it", "snake", "case", "a", "b"]),
    ("see https://a.example/x?y!z now", ["see", "now"]), ("ada@b.example, me", ["me"]),
    ("/usr/bin/env and/or C:\\dir", ["and", "or"]), ("a&nbsp;b & c;", ["a", "b", "c"]),
    ("\u{1d4d0}bc \u{ff}", ["bc", "ÿ"]),
  ]

  @Test(
    "Words consist of letters and the dictionary's extra characters, and addresses are skipped",
    arguments: rows)
  func words(text: String, wanted: [String]) {
    #expect(Self.words(text) == wanted)
  }

  @Test("A language's extra letters are part of a word, and are dropped at the ends when shown")
  func signs() {
    #expect(
      Self.words("z.B. Haus- x'y 3x", signs: "ß-.") == ["z.B.=z.B", "Haus-=Haus", "x", "y", "x"])
    #expect(Self.words("it’s", signs: "'") == ["it’s"])
    #expect(Self.words("it's it’s", signs: "") == ["it", "s", "it", "s"])
    #expect(Self.words("EU:ssa EU: -", signs: ":-") == ["EU:ssa", "EU"])
  }

  @Test("Bytes that are not UTF-8 separate words")
  func anyBytes() {
    let bytes = [UInt8](arrayLiteral: 0x61, 0xff, 0x62, 0xc3)
    let words = WordReader(signs: "").words(in: bytes.span, 0, 4)
    #expect(words.map(\.whole) == [0..<1, 2..<3])
  }
}
