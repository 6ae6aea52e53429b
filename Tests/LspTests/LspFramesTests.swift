import Lsp
import Testing

@Suite("Frames of the editor's protocol")
struct LspFramesTests {
  private static let most = 20

  private static func whole(_ text: String) -> LspFrames.Frame { .whole(Array(text.utf8)) }

  private static let cases: [(input: String, frames: [LspFrames.Frame])] = [
    ("Content-Length: 2\r\n\r\n{}", [whole("{}")]),
    ("content-length:2\r\nContent-Type: x\r\n\r\n{}", [whole("{}")]),
    ("Content-Length: 2\r\n\r\n{}Content-Length: 1\r\n\r\n1", [whole("{}"), whole("1")]),
    ("Content-Length: 5\r\n\r\n{}", []),
    ("Content-Length: x\r\n\r\n", [.bad("a header without a valid Content-Length")]),
    ("Content-Length: -1\r\n\r\n", [.bad("a header without a valid Content-Length")]),
    ("Length: 2\r\n\r\n", [.bad("a header without a valid Content-Length")]),
    (
      "Content-Length: 30\r\n\r\n" + String(repeating: "a", count: 30)
        + "Content-Length: 1\r\n\r\n1",
      [.bad("a message of 30 bytes; the most are 20"), whole("1")]
    ),
    // A length that is too small leaves bytes before the next header.
    (
      "Content-Length: 1\r\n\r\n{}Content-Length: 1\r\n\r\n1",
      [whole("{"), whole("1")]
    ),
    (String(repeating: "x", count: 9000) + "Content-Length: 1\r\n\r\n1", [whole("1")]),
  ]

  @Test("Messages are cut by their lengths, in any pieces", arguments: cases.indices)
  func cut(index: Int) {
    let (input, frames) = Self.cases[index]
    for size in [1, 3, 7, 100_000] {
      var reader = LspFrames(longest: Self.most)
      var found: [LspFrames.Frame] = []
      var rest = Array(input.utf8)[...]
      while !rest.isEmpty {
        found += reader.add(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(found == frames, "in pieces of \(size)")
    }
  }

  @Test("A message of 100 MB is dropped while it arrives")
  func large() {
    var reader = LspFrames()
    var found = reader.add(Array("Content-Length: 104857600\r\n\r\n".utf8))
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    for _ in 0..<100 { found += reader.add(piece) }
    found += reader.add(Array("Content-Length: 1\r\n\r\n1".utf8))
    #expect(
      found == [.bad("a message of 104857600 bytes; the most are 33554432"), Self.whole("1")])
  }
}
