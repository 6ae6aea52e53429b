/// What the rows of a text depend on besides it: whoever lays it out by other means must know.
extension RowCache {
  /// Where parts of long lines begin in a text, each of which begins a row where lines wrap.
  package func partStarts(in text: Rope) -> Set<Int> {
    let all = anchors.indices.lazy.map { self.anchors.place(at: $0) }
    return Set(all.filter { self.isLong(text.content(at: ByteOffset($0)).values) })
  }

  /// Where parts begin in a line that does not wrap; glyphs end there.
  package var cuts: Set<Int> { Set(anchors.indices.lazy.map { self.anchors.place(at: $0) }) }

  /// How long a line may be that is laid out in one part.
  package var longestPart: Int { limits.longestPart }

  /// How much of a line's start is read for its indent.
  package var longestPrefix: Int { limits.longestPrefix }
}
