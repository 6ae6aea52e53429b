import Cells
import Testing

/// Pairs as UAX #14 has them, by its classes.
@Suite("Line breaks next to wide characters (line 2 N8)")
struct LineBreakTests {
  /// CL, CP, EX, IS, SY, NS, CJ, IN, PO, BA, HY
  static let beginNone =
    "、。〉》」』】〕〗〙〛）］｝｠｣｡､，．)]}！？!?,.:;：；/々〜〻〼゛゜ゝゞ゠・ヽヾー‼⁇⁈⁉ぁぃぅぇぉっゃゅょゎゕゖ"
    + "ァィゥェォッャュョヮヵヶㇰㇿｧｰﾞﾟ…‥%°‰℃％￠¢\u{3000}|-‐–"
  /// OP, PR
  static let endNone = "〈《「『【〔〖〘〚〝（［｛｟｢([{¿¡‚„$£¥€＄￡￥￦№+±−"
  /// QU, GL, WJ
  static let glue = "\"'«»‘’‛“”‟‹›\u{a0}\u{202f}\u{2060}"
  /// ID, AL, NU, H2, EB and the rest: a row may end on either side.
  static let free = "天地あンか一龍a1é—～＋０ｚ한🍎＆"

  private func sign(_ character: Character) -> LineBreaks.Sign {
    let glyph = Cells.glyphs(in: String(character))[0]
    return LineBreaks.Sign(character.unicodeScalars.first, width: glyph.width, glyph.kind)
  }

  private func mayBreak(_ before: Character, _ next: Character) -> Bool {
    LineBreaks.mayBreak(between: sign(before), and: sign(next))
  }

  @Test(
    "No row begins with closing, continuing or unit characters, and none ends with opening ones")
  func classes() {
    for next in Self.beginNone + Self.glue { #expect(!mayBreak("天", next), "天|\(next)") }
    for before in Self.endNone + Self.glue { #expect(!mayBreak(before, "天"), "\(before)|天") }
    for other in Self.free {
      #expect(mayBreak("天", other) && mayBreak(other, "天"), "\(other)")
    }
    for before in Self.beginNone where before != "\u{3000}" {
      #expect(mayBreak(before, "天"), "\(before)|天")
    }
    for next in Self.endNone { #expect(mayBreak("天", next), "天|\(next)") }
    for (before, next) in ["か\u{3099}。", "（。", "（「", "。」", "？！", "１，"].map({ ($0.first!, $0.last!) }
    ) {
      #expect(!mayBreak(before, next), "\(before)|\(next)")
    }
    // Narrow characters go with their word.
    #expect(!mayBreak("a", "b") && !mayBreak("a", "-"))
  }

  @Test("Rows of plain text begin and end by these rules at every width")
  func rows() {
    let text = Self.sample
    for width in 10...40 {
      let rows = WordWrap.rows(of: text, width: width)
      #expect(rows.joined() == text)
      #expect(rows.allSatisfy { Cells.width(of: $0) <= width })
      for row in rows.dropFirst() {
        #expect(!Self.beginNone.contains(row.first!), "\(width): \(row)")
      }
      for row in rows.dropLast() { #expect(!Self.endNone.contains(row.last!), "\(width): \(row)") }
    }
    for count in 14...23 {
      let rows = WordWrap.rows(of: String(repeating: "あ", count: count) + "。い", width: 2 * count)
      #expect(rows == [String(repeating: "あ", count: count - 1), "あ。い"])
    }
  }

  static let sample =
    "彼は「東京へ（明日）行く」と言った。コーヒーを１，０００円で買い、ちょっと待って・・・って！？"
    + "人々は５０％だという：『本当か？』。价格是￥１００，他说“你好”。"
}
