import Glibc
import MarkdownLines
import Testing

@Suite("Bounds of spans")
struct BoundsTests {
  /// The byte after the span belongs to the same memory and is a digit: without the check the read
  /// would succeed.
  @Test("A read past the end traps")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      BoundsTests.readFirstBytes(upTo: 10)
      exit(EXIT_SUCCESS)
    }
    await #expect(processExitsWith: .success) {
      BoundsTests.readFirstBytes(upTo: 3)
      exit(EXIT_SUCCESS)
    }
  }

  private static func readFirstBytes(upTo end: Int) {
    let bytes = Array("1234. item".utf8)
    _ = LineSigns.itemWidth(bytes.span.extracting(..<3), 0, end, isInText: false)
  }
}
