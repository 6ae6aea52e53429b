import Testing

@testable import TextEngine

@Suite("Footnotes")
struct FootnoteTests {
  @Test(
    "A footnote gets the next number, and the cursor goes to its words at the end",
    arguments: [
      ("a| b", "a[^1] b\n\n[^1]: |\n"), ("a|", "a[^1]\n\n[^1]: |\n"), ("|", "[^1]\n\n[^1]: |\n"),
      ("a|\n", "a[^1]\n\n[^1]: |\n"), ("a|\n\n", "a[^1]\n\n[^1]: |\n"),
      ("«a» b\n", "a[^1] b\n\n[^1]: |\n"),
      ("a[^1] b|\n\n[^1]: x\n", "a[^1] b[^2]\n\n[^1]: x\n[^2]: |\n"),
      ("a[^7] [^x] [^3 b|", "a[^7] [^x] [^3 b[^8]\n\n[^8]: |\n"),
      ("a|\r\n", "a[^1]\r\n\r\n[^1]: |\r\n"),
    ])
  func inserts(_ before: String, _ after: String) {
    var play = KeyPlay(before)
    play.run(Invocation(.insertFootnote))
    #expect(play.marked == after)
  }
}
