import Entities
import Services
import Testing

@testable import Table

@Suite("Cells of bases")
struct CellValueTests {
  @Test(
    "Words are taken as the property's type, or refused",
    arguments: [
      (PropertyType.text, " a b ", ["a b"]), (.number, "4.5", ["4.5"]), (.number, "four", nil),
      (.checkbox, "True", ["true"]), (.checkbox, "maybe", nil), (.date, "fri", ["2026-03-06"]),
      (.date, "never", nil), (.datetime, "2026-03-02T10:30", ["2026-03-02T10:30"]),
      (.datetime, "fri 10:30", ["2026-03-06T10:30"]), (.datetime, "fri", nil),
      (.multitext, "a, b c,", ["a", "b c"]), (.tags, "x", ["x"]), (.aliases, ",", []),
    ] as [(PropertyType, String, [String]?)])
  func values(_ type: PropertyType, _ words: String, _ wanted: [String]?) {
    let made = try? CellValue(words, of: "p", as: type) { text in
      text == "fri" ? Day(year: 2026, month: 3, day: 6) : nil
    }
    #expect(made?.change == wanted.map { .set(name: "p", values: $0, type: type) })
  }

  @Test("No words take the property away", arguments: PropertyType.allCases)
  func empty(_ type: PropertyType) throws {
    #expect(try CellValue("  ", of: "p", as: type) { _ in nil }.change == .unset(name: "p"))
  }

  @Test(
    "A change holds the text from its start to the line's end",
    arguments: [
      ("a\nb\nc\n", "a\nx\nc\n"), ("", "---\np: 1\n---\n"), ("# T\n", "---\np: 1\n---\n# T\n"),
      ("a\n", ""), ("aa\naa\n", "aa\n"), ("no end", "no other end"), ("x\ny", "x\nz"),
    ])
  func changes(_ old: String, _ new: String) {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    let piece = NoteChange(NoteID("a.md"), from: before, to: after).pieces[0]
    #expect(piece.range.lowerBound == 0 && Array(before[piece.range]) == piece.old)
    #expect(piece.new + before[piece.range.upperBound...] == after)
    #expect(piece.range.upperBound == before.count || before[piece.range.upperBound - 1] == 0x0a)
  }
}
