import Glibc
import MarkdownLines
import Testing

@Suite("Bounds of unsafe buffers")
struct BoundsTests {
  /// The byte behind the buffer belongs to the same memory and is a digit: without the check the read
  /// would succeed.
  @Test("A read past the end traps in a debug build, in parts that are optimized too")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      Array("1234. item".utf8).withUnsafeBufferPointer { bytes in
        let short = UnsafeBufferPointer(rebasing: bytes[..<3])
        _ = LineSigns.itemWidth(short, 0, bytes.count, isInText: false)
      }
      exit(EXIT_SUCCESS)
    }
    await #expect(processExitsWith: .success) {
      Array("1234. item".utf8).withUnsafeBufferPointer { bytes in
        let short = UnsafeBufferPointer(rebasing: bytes[..<3])
        _ = LineSigns.itemWidth(short, 0, short.count, isInText: false)
      }
      exit(EXIT_SUCCESS)
    }
  }
}
