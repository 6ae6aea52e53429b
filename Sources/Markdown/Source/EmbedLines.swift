import Bytes
import MarkdownLines
import NoteSyntax

/// Embeds that are all of a paragraph, which the preview shows in place.
enum EmbedLines {
  struct Line {
    let name: EmbedNames.Name
    /// With the signs of containers before it, and without the line's end.
    let range: Range<Int>
    /// Those signs, before this line and before all that take its place below it.
    let first: [UInt8]
    let rest: [UInt8]
  }

  /// In their order. Each is alone in its paragraph.
  static func lines(in bytes: [UInt8]) -> [Line] {
    var head = HeadText(bytes.span)
    head.skipFrontMatter()
    var start = head.position
    var blocks = OpenBlocks()
    var above: Range<Int>?
    var found: [Line] = []
    while start < bytes.count {
      let end =
        Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: bytes.count) ?? bytes.count
      let stop = Byte.droppingBlanks(in: bytes.span, from: start, to: end)
      let line = blocks.read(bytes.span, start, stop, above: above)
      // The paragraph goes on, or is a heading or a table: it is not the embed alone.
      if let above, found.last?.range.upperBound == above.upperBound,
        line.continues || line.kind.isUnderAbove
      {
        found.removeLast()
      }
      if line.kind == .text, !line.continues, let name = name(in: bytes, line.text..<stop) {
        let first = Array(bytes[start..<line.text])
        let rest = first.map { $0 == Byte.greater || Byte.isBlank($0) ? $0 : Byte.space }
        found.append(Line(name: name, range: start..<stop, first: first, rest: rest))
      }
      above = line.kind == .text ? line.text..<stop : nil
      start = end + 1
    }
    return found
  }

  /// The embed that is all of a line.
  private static func name(
    in bytes: [UInt8], _ range: Range<Int>
  ) -> EmbedNames.Name? {
    guard range.count > 5,
      Byte.stands("![[", in: bytes.span, at: range.lowerBound, to: range.upperBound),
      Byte.stands("]]", in: bytes.span, at: range.upperBound - 2, to: range.upperBound)
    else { return nil }
    let names = EmbedNames.all(in: Array(bytes[range]))
    return names.count == 1 ? names[0] : nil
  }
}

extension OpenBlocks.Line.Kind {
  /// It makes something else of the line above.
  fileprivate var isUnderAbove: Bool {
    switch self {
    case .underline, .tableRule: true
    default: false
    }
  }
}
