import JsonRpc
import Lsp
import TestSupport
import TextEngine
import Testing

@Suite("Positions in the editor's texts")
struct LspTextTests {
  private static let text = "a\u{e9}\u{1f600}b\r\nsecond\n\rc"

  private static let positions: [(LspEncoding, LspPosition, offset: Int)] = [
    (.utf8, LspPosition(0, 3), 3), (.utf8, LspPosition(0, 7), 7), (.utf8, LspPosition(0, 99), 8),
    (.utf16, LspPosition(0, 2), 3), (.utf16, LspPosition(0, 4), 7), (.utf16, LspPosition(0, 5), 8),
    // Within a pair it is the character's start.
    (.utf16, LspPosition(0, 3), 3), (.utf32, LspPosition(0, 3), 7),
    (.utf32, LspPosition(1, 6), 16), (.utf32, LspPosition(1, 60), 16),
    (.utf16, LspPosition(2, 1), 18), (.utf16, LspPosition(3, 0), 19),
  ]

  @Test("A position is an offset in each encoding", arguments: positions.indices)
  func offset(index: Int) throws {
    let (encoding, position, offset) = Self.positions[index]
    let text = LspText(Array(Self.text.utf8), encoding)
    #expect(try text.offset(of: position) == offset)
  }

  @Test(
    "A line that does not exist is an error",
    arguments: [LspPosition(4, 0), LspPosition(-1, 0), LspPosition(0, -1), LspPosition(.max, 0)])
  func outside(position: LspPosition) {
    let text = LspText(Array(Self.text.utf8), .utf16)
    #expect(throws: RpcError.self) { try text.offset(of: position) }
  }

  private static let pieces = [
    "a", "\n", "\r\n", "\r", "\u{e9}", "\u{1f600}", "\u{301}", "word ", "[[Note]]", "\t",
  ]

  /// Counts in a plain string of scalars, as a client does.
  private struct Model {
    var scalars: [Unicode.Scalar] = []

    func position(of index: Int, _ encoding: LspEncoding) -> LspPosition {
      let start = scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      let units = scalars[start..<index].reduce(0) { sum, scalar in
        switch encoding {
        case .utf8: sum + UTF8.width(scalar)
        case .utf16: sum + UTF16.width(scalar)
        case .utf32: sum + 1
        }
      }
      return LspPosition(scalars[..<index].count { $0 == "\n" }, units)
    }

    /// Whether a position means this index again: not between the two signs of an ending.
    func isPosition(_ index: Int) -> Bool {
      !(index > 0 && index < scalars.count && scalars[index - 1] == "\r" && scalars[index] == "\n")
    }

    var text: String {
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      return text
    }
  }

  @Test(
    "After any edits the server's text is the client's",
    arguments: [LspEncoding.utf8, .utf16, .utf32], [1, 2, 3] as [UInt64])
  func edits(encoding: LspEncoding, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var model = Model()
    var text = LspText([], encoding)
    for step in 0..<10_000 {
      let indices = (0...model.scalars.count).filter(model.isPosition)
      let bounds = [indices.randomElement(using: &random), indices.randomElement(using: &random)]
        .compactMap(\.self).sorted()
      let end = model.scalars.count > 200 ? bounds[1] : min(bounds[1], bounds[0] + 5)
      let range = bounds[0]..<(model.isPosition(end) ? end : bounds[0])
      let new = (0..<Int.random(in: 0...3, using: &random))
        .compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
      let offsets = try text.offsets(
        from: model.position(of: range.lowerBound, encoding),
        to: model.position(of: range.upperBound, encoding))
      text.replace(offsets, with: new)
      model.scalars.replaceSubrange(range, with: Array(new.unicodeScalars))
      guard text.rope.bytes == Array(model.text.utf8) else {
        Issue.record("step \(step) of seed \(seed): \(model.text.debugDescription)")
        return
      }
      let at = Int.random(in: 0...model.scalars.count, using: &random)
      let offset = String(String.UnicodeScalarView(model.scalars[..<at])).utf8.count
      #expect(text.position(of: offset) == model.position(of: at, encoding))
    }
  }
}
