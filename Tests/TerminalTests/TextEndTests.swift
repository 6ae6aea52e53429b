import Terminal
import Testing

@Suite("The end of a text")
struct TextEndTests {
  @Test(
    "A long text loses its beginning, and a sign shows the cut",
    arguments: [
      ("milk", 4, "milk"), ("buy milk", 5, "…milk"), ("buy milk", 1, "…"), ("日本語", 5, "…本語"),
      ("日本語", 4, "…語"), ("", 0, ""),
    ])
  func ends(text: String, width: Int, end: String) { #expect(text.end(fitting: width) == end) }
}
