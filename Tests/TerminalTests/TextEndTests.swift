import Terminal
import Testing

@Suite("The end of a text")
struct TextEndTests {
  @Test(
    "What does not fit is left out at the beginning, and a sign tells so",
    arguments: [
      ("milk", 4, "milk"), ("buy milk", 5, "…milk"), ("buy milk", 1, "…"), ("日本語", 5, "…本語"),
      ("日本語", 4, "…語"), ("", 0, ""),
    ])
  func ends(text: String, width: Int, end: String) { #expect(text.end(fitting: width) == end) }
}
