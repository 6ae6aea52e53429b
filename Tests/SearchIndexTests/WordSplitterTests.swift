import Testing

@testable import SearchIndex

@Suite("Splitting text into words")
struct WordSplitterTests {
  static func words(_ text: [UInt8]) -> [String] {
    var words: [String] = []
    var splitter = WordSplitter()
    text.withUnsafeBufferPointer { text in
      splitter.split(text) { word, _, _ in words.append(String(decoding: word, as: UTF8.self)) }
    }
    return words
  }

  static func words(_ text: String) -> [String] { words(Array(text.utf8)) }

  @Test(
    "Letters and digits of any script make words, ignoring case and marks",
    arguments: [
      ("", []),
      (" .,;-_!", []),
      ("Hello, World", ["hello", "world"]),
      ("don't stop_me", ["don", "t", "stop", "me"]),
      ("C3PO 2026-03-02", ["c3po", "2026", "03", "02"]),
      ("Café CAFE\u{301} cafe", ["cafe", "cafe", "cafe"]),
      ("Straße ÅNGSTRÖM", ["strasse", "angstrom"]),
      ("Привет, МИР", ["привет", "мир"]),
      ("ΑΘΗΝΑ", ["αθηνα"]),
      ("soft\u{ad}hyphen", ["softhyphen"]),
      ("שָׁלוֹם", ["שלום"]),
      ("emoji 🎉 party", ["emoji", "party"]),
      ("ﬁne Ｆｕｌｌ", ["fine", "full"]),
    ] as [(String, [String])])
  func words(text: String, words: [String]) {
    #expect(Self.words(text) == words)
  }

  @Test(
    "Chinese, Japanese and Korean text makes pairs, and a word of the last character",
    arguments: [
      ("針", ["針"]),
      ("針山", ["針山", "山"]),
      ("針山紀行", ["針山", "山紀", "紀行", "行"]),
      ("針。山", ["針", "山"]),
      ("日本2024年", ["日本", "本", "2024", "年"]),
      ("abc漢字def", ["abc", "漢字", "字", "def"]),
      ("コーヒー", ["コー", "ーヒ", "ヒー", "ー"]),
      ("ｺｰ", ["コー", "ー"]),
      ("한국어", ["한국", "국어", "어"]),
      // The same, with each syllable decomposed.
      ("\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}", ["한국", "국"]),
      ("𠀀𠀁", ["𠀀𠀁", "𠀁"]),
    ] as [(String, [String])])
  func pairs(text: String, words: [String]) {
    #expect(Self.words(text) == words)
  }

  @Test("Text makes the same words with and without composed marks")
  func forms() {
    #expect(Self.words("がぎぐ") == Self.words("か\u{3099}き\u{3099}く\u{3099}"))
    #expect(Self.words("ガ") == Self.words("ｶﾞ"))
  }

  @Test("Bytes that are not UTF-8 separate words")
  func invalid() {
    let text = Array("one".utf8) + [0xff] + Array("two".utf8) + [0xe9, 0x80] + Array("x".utf8)
    #expect(Self.words(text + [0xf0, 0x9f]) == ["one", "two", "x"])
    #expect(Self.words([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0x00]) == [])
  }

  @Test("A word is cut at 64 bytes, between characters")
  func long() {
    let found = Self.words(String(repeating: "x", count: 1000) + " y")
    #expect(found == [String(repeating: "x", count: 64), "y"])
    let cyrillic = Self.words("x" + String(repeating: "я", count: 100))
    #expect(cyrillic == ["x" + String(repeating: "я", count: 31)])
  }

  @Test("Each word knows its position")
  func ranges() {
    let text = Array("Né 針山紀 x".utf8)
    var found: [String] = []
    var splitter = WordSplitter()
    text.withUnsafeBufferPointer { bytes in
      splitter.split(bytes) { _, range, _ in
        found.append(String(decoding: bytes[range], as: UTF8.self))
      }
    }
    #expect(found == ["Né", "針山", "山紀", "紀", "x"])
  }
}
