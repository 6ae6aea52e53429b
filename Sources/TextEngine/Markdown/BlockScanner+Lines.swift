import MarkdownLines

/// What a line is, by how it begins and by what is open above.
extension BlockScanner {
  /// Reads how a line begins; the blocks are then those that are open behind it. `above`: the line
  /// above, if it is of the same paragraph.
  mutating func read(
    _ line: TextLine, _ blocks: inout OpenBlocks, above: TextLine? = nil
  ) -> OpenBlocks.Line {
    let above = above.map { $0.text..<$0.stop }
    let read = blocks.read(bytes.span, line.start, line.stop, above: above) { sign, container in
      switch container {
      case .quote: mark(sign, [.quote, .marker])
      case .item: mark(sign, [.listMarker])
      case .footnote: mark(sign.lowerBound..<sign.upperBound - 1, [.footnote])
      }
    }
    if let box = read.task { mark(box.start..<box.end, [.task]) }
    return read
  }

  mutating func mark(_ range: Range<Int>, _ kinds: InkSet) {
    if canvas.isOn { marks.append(Mark(range: range, kinds: kinds)) }
  }

  /// The open block of HTML ends with a line that has its end in it.
  func closeHtml(in line: TextLine, _ blocks: inout OpenBlocks) {
    guard case .html(let html) = blocks.leaf, html.ends(bytes.span, in: line.start, line.stop)
    else {
      return
    }
    blocks.closeLeaf()
  }
}
