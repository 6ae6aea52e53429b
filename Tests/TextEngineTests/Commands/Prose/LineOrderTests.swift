import Testing

@testable import TextEngine

@Suite("Sorting lines")
struct LineOrderTests {
  private static func sorted(_ marked: String, _ argument: String) -> String {
    var play = KeyPlay(marked)
    play.run(Invocation(.sortLines, argument: argument))
    return play.marked
  }

  @Test(
    "The selected lines, or those between two empty lines, are sorted",
    arguments: [
      ("«b\na\nC»", "", "«a\nb\nC»"), ("«b\na\nC»", "descending", "«C\nb\na»"),
      ("x\n\nb|\na\n\nx", "", "x\n\n«a\nb»\n\nx"),
      ("«a 10\na 9\nb -1.5\nc»", "numeric", "«c\nb -1.5\na 9\na 10»"),
      ("«a 10\na 9\nc»", "descending numeric", "«a 10\na 9\nc»"),
      ("«x 2-3\nx 2-1»", "numeric", "«x 2-3\nx 2-1»"),
      ("«b\na\nb\na»\nz", "unique", "«a\nb»\nz"),
      ("«b\r\na\r\nb\r\n»z", "unique", "«a\r\nb»\r\nz"),
      ("«a\nB\na\nb»", "", "«a\na\nB\nb»"),
      ("one|", "", "one|"), ("|", "", "|"),
    ])
  func sorts(_ before: String, _ argument: String, _ after: String) {
    #expect(Self.sorted(before, argument) == after)
  }

  @Test("An order survives conversion to its argument and back")
  func arguments() {
    for descends in [true, false] {
      for isNumeric in [true, false] {
        let order = LineOrder(descends: descends, isNumeric: isNumeric, isUnique: descends)
        #expect(LineOrder(argument: order.argument) == order)
      }
    }
  }
}
