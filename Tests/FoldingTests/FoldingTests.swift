import TestSupport
import Testing

@testable import Folding

@Suite("Names and words without case")
struct FoldingTests {
  private func name(_ text: String) -> [UInt8] { Folding.name(Array(text.utf8)) }

  private func word(_ text: String) -> String {
    var folded = ""
    for scalar in text.unicodeScalars {
      Folding.word(scalar) { folded.unicodeScalars.append($0) }
    }
    return folded
  }

  static let same: [(String, String)] = [
    ("Note", "nOTE"), ("Über", "u\u{308}BER"), ("STRASSE", "Straße"), ("ΌΣΟΣ", "όσος"),
    ("Ångström", "A\u{30A}NGSTRO\u{308}M"), ("ИЙ", "ии\u{306}"),
    ("한글", "\u{1112}\u{1161}\u{11AB}글"),
    ("ガス", "カ\u{3099}ス"), ("ﬁn", "FIN"), ("q\u{323}\u{307}", "Q\u{307}\u{323}"),
    ("\u{1E69}", "S\u{307}\u{323}"), ("𐐀", "𐐨"), ("Ω", "\u{2126}"), ("豈", "\u{F900}"),
  ]

  @Test("Names that differ only in case or in NFC and NFD have one key", arguments: same)
  func sameNames(left: String, right: String) {
    #expect(name(left) == name(right))
  }

  @Test(
    "Names that differ in marks, width or letters have two keys",
    arguments: [("resume", "résumé"), ("ガス", "カス"), ("Ａ", "A"), ("a b", "ab"), ("o", "ø")])
  func otherNames(left: String, right: String) {
    #expect(name(left) != name(right))
  }

  static let words: [(String, String)] = [
    ("Élan", "elan"), ("Straße", "strasse"), ("Åse", "ase"), ("İstanbul", "istanbul"),
    ("ISPARTA ısparta", "isparta isparta"), ("ﬁn", "fin"), ("e\u{301}", "e"), ("Łódź", "lodz"),
    ("ＡＢＣ１２", "abc12"), ("ｶﾅ", "カナ"), ("ガ", "ガ"), ("한글", "한글"), ("Ёлка", "елка"),
    ("ΆΣ", "ασ"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("हिन्दी", "हिन्दी"), ("ที่", "ที่"),
    ("漢字", "漢字"), ("co\u{AD}op", "coop"), ("①", "1"), ("Đà Nẵng", "da nang"), ("½", "1\u{2044}2"),
    ("\u{301}", ""), ("x\u{FE0F}", "x"), ("𝐀", "a"), ("Æ", "ae"), ("Ꭰꭰ", "ᎠᎠ"),
  ]

  @Test("Words lose case, optional marks and variant shapes", arguments: words)
  func foldsWords(text: String, folded: String) {
    #expect(Array(word(text).unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test("Bytes that are not UTF-8 stay unchanged in a key, whatever surrounds them")
  func keepsForeignBytes() {
    #expect(Folding.name([0x41, 0xff, 0xc3, 0x42]) == [0x61, 0xff, 0xc3, 0x62])
    #expect(Folding.name([0xc0, 0x80, 0xed, 0xa0, 0x80]) == [0xc0, 0x80, 0xed, 0xa0, 0x80])
    #expect(Folding.name([0xf4, 0x90, 0x80, 0x80]) == [0xf4, 0x90, 0x80, 0x80])
    #expect(Folding.name(Array("É".utf8) + [0xe2, 0x82]) == [0x65, 0xcc, 0x81, 0xe2, 0x82])
    #expect(Folding.name("É".utf8.reversed().reversed()) == [0x65, 0xcc, 0x81])
  }

  @Test("Decomposed jamo and voiced kana become one letter")
  func joins() throws {
    for value in UInt32(0x3041)...0x30fe {
      let scalar = try #require(Unicode.Scalar(value))
      for mark: Unicode.Scalar in ["\u{3099}", "\u{309A}", "\u{FF9E}", "\u{FF9F}"] {
        // Swift compares by canonical equivalence: a precomposed letter equals its parts.
        let combining = mark.value > 0xff00 ? Unicode.Scalar(mark.value - 0xcf05) : mark
        var parts = String.UnicodeScalarView([scalar])
        parts.append(combining ?? mark)
        let whole = (UInt32(0x3041)...0x30ff).compactMap(Unicode.Scalar.init)
          .first { String(Character($0)) == String(parts) }
        #expect(Folding.joined(scalar, mark) == whole)
      }
    }
    for value in UInt32(0xac00)...0xd7a3 {
      let syllable = try #require(Unicode.Scalar(value))
      var parts: [Unicode.Scalar] = []
      Hangul.parts(of: value) { parts.append($0) }
      let joined = parts.dropFirst().reduce(parts.first) { before, next in
        before.flatMap { Folding.joined($0, next) }
      }
      #expect(joined == syllable)
    }
    #expect(Folding.joined("ｶ", "ﾞ") == "ガ")
    #expect(Folding.joined("ﾊ", "ﾟ") == "パ")
    #expect(Folding.joined("가", "\u{1161}") == nil)
    #expect(Folding.joined("각", "\u{11A8}") == nil)
    #expect(Folding.joined("e", "\u{301}") == nil)
  }

  @Test("Folding a key gives the same key, which is equivalent to the text without case")
  func agreesWithEquivalence() throws {
    var random = SeededRandom(seed: 5)
    let pools: [ClosedRange<UInt32>] = [
      0x41...0x5a, 0xc0...0x24f, 0x300...0x36f, 0x370...0x52f, 0x591...0x65f, 0x900...0x97f,
      0x1100...0x11ff, 0x1e00...0x1fff, 0x3041...0x30ff, 0xac00...0xd7a3, 0xf900...0xfaff,
    ]
    var caseless = 0
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let pool = try #require(pools.randomElement(using: &random))
        text.append(try #require(Unicode.Scalar(UInt32.random(in: pool, using: &random))))
      }
      let key = name(String(text))
      #expect(Folding.name(key) == key)
      if text.contains(where: \.properties.changesWhenCaseFolded) { continue }
      // Swift's strings are equal if they are canonically equivalent.
      #expect(String(decoding: key, as: UTF8.self) == String(text))
      caseless += 1
    }
    #expect(caseless > 500)
  }
}
