import Testing

@testable import Cells

@Suite("Letters that need no lookup in Unicode's rules")
struct SimpleScalarsTests {
  private static let all = (UInt32(0x80)...0x1_1000).compactMap(Unicode.Scalar.init).filter {
    SimpleScalars.width($0.value) != nil
  }
  /// One of each kind.
  private static let some: [Unicode.Scalar] = [
    "é", "я", "—", "€", "日", "。", "か", "ー", "한", "가", "ｅ", "x",
  ]

  @Test("Each letter is as wide as the width table says")
  func widths() {
    #expect(Self.all.count > 40_000)
    for scalar in Self.all {
      let scalarClass = ScalarClass(of: scalar)
      guard scalarClass == .narrow || scalarClass == .wide,
        scalarClass.width == SimpleScalars.width(scalar.value)
      else {
        Issue.record("U+\(String(scalar.value, radix: 16)) is \(scalarClass)")
        return
      }
    }
  }

  @Test("Each letter is separate from every other", arguments: some)
  func breaks(_ other: Unicode.Scalar) {
    for scalar in Self.all {
      for (left, right) in [(scalar, other), (other, scalar)] {
        var recognizer = Unicode._CharacterRecognizer()
        _ = recognizer.hasBreak(before: left)
        guard recognizer.hasBreak(before: right) else {
          Issue.record(
            "U+\(String(left.value, radix: 16)) joins U+\(String(right.value, radix: 16))")
          return
        }
      }
    }
  }

  @Test(
    "Characters that may join a letter are looked up",
    arguments: [
      "é\u{301}", "か\u{3099}", "가\u{11a8}", "x\u{20dd}", "日\u{fe00}", "я\u{483}", "e\u{200d}",
    ])
  func joined(text: String) {
    let glyphs = Cells.glyphs(in: "日" + text + "é")
    #expect(glyphs.count == 3)
    #expect(glyphs[1].byteCount == text.utf8.count)
  }
}
