import CWidths
import Cells
import Glibc
import TestSupport
import Testing

@Suite("Unicode's data and the C library")
struct UnicodeDataTests {
  @Test("Every drawn scalar is as wide as wcwidth says")
  func agreesWithWcwidth() throws {
    let widths = try #require(Self.systemWidths())
    var disagreeing: [String] = []
    var drawn = 0
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard let glyph = Cells.glyphs(in: String(scalar)).first, glyph.kind == .text,
        glyph.text.unicodeScalars.contains(scalar)
      else { continue }
      drawn += 1
      // A lone mark is drawn on a dotted circle, which takes the cell.
      let width = glyph.width - (glyph.text.unicodeScalars.count - 1)
      if width != Int(widths[Int(value)]) {
        disagreeing.append("U+\(String(value, radix: 16)): \(width), wcwidth \(widths[Int(value)])")
      }
    }
    #expect(disagreeing == [])
    // All of Unicode 14 except controls, format characters and other ignorables.
    #expect(drawn > 144_000)
  }

  private static func systemWidths() -> [Int8]? {
    var widths = [Int8](repeating: 0, count: 0x110000)
    return cwidths_of_all(&widths, widths.count) == 0 ? widths : nil
  }

  /// Where Swift's `Character` follows a newer Unicode than the file's 15.0: since then, U+2701
  /// (scissors, no emoji) is no pictograph any more that a joiner could join.
  private static let changedSince = ["2701 200D 2701"]

  private static let breakTest = "/usr/share/unicode/auxiliary/GraphemeBreakTest.txt"

  @Test(
    "Glyphs end where Unicode ends characters",
    .enabled(if: access(breakTest, R_OK) == 0, "needs Debian's package unicode-data"))
  func graphemeBreaks() throws {
    var compared = 0
    for line in try #require(textLines(of: Self.breakTest)) {
      let fields = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      guard fields.count > 2 else { continue }
      let scalars = fields.filter { $0 != "÷" && $0 != "×" }.joined(separator: " ")
      if Self.changedSince.contains(scalars) { continue }
      var text = ""
      var expected: [Int] = []
      for field in fields.dropFirst() {
        if field == "÷" {
          expected.append(text.utf8.count)
        } else if field != "×", let value = UInt32(field, radix: 16) {
          text.unicodeScalars.append(try #require(Unicode.Scalar(value)))
        }
      }
      var ends: [Int] = []
      for glyph in Cells.glyphs(in: text) { ends.append((ends.last ?? 0) + glyph.byteCount) }
      compared += 1
      // Scalars that are spelled out are separate: CR LF, the Arabic number sign and lone joiners.
      let extra = Set(ends).subtracting(expected)
      #expect(
        Set(expected).isSubset(of: ends)
          && extra.allSatisfy { Self.touchesEscape($0, in: text) },
        "\(line.prefix { $0 != "#" }) gave \(ends)")
    }
    #expect(compared > 500)
  }

  /// Whether the glyph that ends or starts at `place` is spelled out.
  private static func touchesEscape(_ place: Int, in text: String) -> Bool {
    var end = 0
    for glyph in Cells.glyphs(in: text) {
      let start = end
      end += glyph.byteCount
      if start == place || end == place, glyph.kind != .text { return true }
    }
    return false
  }
}
