import Bytes
import Code
import MarkdownLines

/// What hides text over lines: comments, formulas, and the properties at the top.
extension BlockScanner {
  /// A line of a comment or a formula, up to its end.
  mutating func readHidden(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let line = line(at: start)
    let (kind, ink): (Closer, Ink) =
      switch unit.before.mode {
      case .math: (.dollar, .math)
      case .htmlComment: (.arrow, .comment)
      default: (.percent, .comment)
      }
    let closer = kind.text
    unit.kind = unit.before.mode == .math ? .math : .comment
    // The closer of a line that is read in pieces may stand on a cut.
    let limit = min(buffer.count, line.isWhole ? line.stop : line.end + 2)
    if !line.isWhole { see(limit) }
    guard let found = Byte.find(closer, in: bytes.span, from: start, to: limit) else {
      canvas.paint(start, line.stop, InkSet(ink))
      unit.after.rest = line.isWhole ? .none : .text
      unit.after.isInWord = false
      return line.end
    }
    let end = found + closer.utf8CodeUnitCount
    canvas.paint(start, end, InkSet(ink))
    canvas.paint(found, end, [.marker])
    unit.after.mode = .text
    unit.after.isInWord = false
    // Its paragraph goes on.
    _ = unit.after.blocks.readPlain()
    if line.isWhole, end >= line.stop {
      if unit.before.rest == .none, LineSigns.isCloser(bytes.span, line.start, line.stop) {
        unit.after.blocks.closeLeaf()
      }
      unit.after.rest = .none
      return line.end
    }
    unit.after.rest = .text
    return end
  }

  /// A line of the properties at the top.
  mutating func readFrontMatter(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let line = line(at: start)
    unit.kind = .frontMatter
    if unit.before.rest == .none, line.isWhole, line.stop - start == 3,
      Byte.stands("---", in: bytes.span, at: start, to: line.stop)
        || Byte.stands("...", in: bytes.span, at: start, to: line.stop)
    {
      unit.kind = .frontMatterFence
      unit.after = .plain
      canvas.paint(start, line.stop, [.frontMatter, .marker])
      return line.end
    }
    unit.after.rest = line.isWhole ? .none : .text
    canvas.paint(start, line.stop, [.frontMatter])
    if unit.before.rest == .none {
      PropertyLine.read(bytes.span, start, line.stop) { range, token in
        canvas.paint(range.lowerBound, range.upperBound, token.inks)
      }
    }
    return line.end
  }
}
