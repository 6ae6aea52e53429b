import TestSupport
import Testing

/// What a test of long texts shows when it fails.
@Suite("The difference of two texts")
struct LineDifferenceTests {
  @Test("Only the lines that differ are shown, with their numbers")
  func shows() {
    let wanted = "one\ntwo\nthree\nfour\n"
    #expect(lineDifference(of: wanted, from: wanted) == nil)
    #expect(
      lineDifference(of: "one\n2\nthree\nfour\nfive\n", from: wanted)
        == "- 2: two\n+ 2: 2\n+ 5: five")
  }

  @Test("Of many different lines some are shown, with the number of the others")
  func ends() {
    let text = (1...50).map { "\($0)\n" }.joined()
    #expect(
      lineDifference(of: text, from: "", atMost: 2) == "+ 1: 1\n+ 2: 2\nand 48 more")
  }
}
