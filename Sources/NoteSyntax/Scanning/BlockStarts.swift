import MarkdownLines

/// The first lines of the open blocks, the outermost first; a block's id names a block from there.
struct BlockStarts {
  private enum Kind: Equatable {
    case quote, list, footnote, code, other
  }

  private struct Start {
    var kind: Kind
    var line: Int
    /// The first line of a list's last item.
    var item: Int
  }

  /// The lines that an id at the end of a paragraph can name.
  struct Paragraph {
    /// The first line of the paragraph's item or quote, or of the paragraph itself.
    var first = 1
    /// The block right above in the same container.
    var above: ClosedRange<Int>?
  }

  /// One for each container around the last block, and one for the block itself.
  private var starts: [Start] = []
  /// The last line that is not empty.
  private var filled = 0
  /// The lines for an id in the last block.
  private(set) var paragraph = Paragraph()

  /// Begins a paragraph outside all containers.
  mutating func beginPlain(_ line: Int) {
    paragraph = Paragraph(first: line, above: sibling(at: 0))
    starts.removeAll(keepingCapacity: true)
    starts.append(Start(kind: .other, line: line, item: line))
  }

  /// Records that the line is not empty.
  mutating func fill(_ line: Int) { filled = line }

  mutating func read(
    _ read: OpenBlocks.Line, _ containers: [OpenBlocks.Container], _ line: Int
  ) {
    let depth = containers.count
    for index in (depth - read.opened)..<depth { open(containers[index], at: index, line) }
    switch read.kind {
    case .blank, .empty, .underline, .fenceText, .fenceEnd, .hidden, .tableRow: return
    case .text, .definition, .html:
      if read.continues { return }
    case .tableRule:
      // The line above is the table's header; the text before it is a paragraph.
      if depth < starts.count { starts[depth].line = line - 1 }
      return
    case .code:
      if depth < starts.count, starts[depth].kind == .code { return }
    case .heading, .ruler, .fenceStart, .mark: break
    }
    paragraph = Paragraph(first: first(containers, line), above: sibling(at: depth))
    truncate(to: depth)
    starts.append(Start(kind: read.kind == .code ? .code : .other, line: line, item: line))
  }

  /// Returns the first line of the table's block.
  func tableStart(_ depth: Int) -> Int? { depth < starts.count ? starts[depth].line : nil }

  private mutating func open(_ container: OpenBlocks.Container, at index: Int, _ line: Int) {
    var start = Start(kind: .quote, line: line, item: line)
    switch container {
    case .quote: break
    case .footnote: start.kind = .footnote
    case .item:
      start.kind = .list
      // The next item of a list.
      if index < starts.count, starts[index].kind == .list { start.line = starts[index].line }
    }
    truncate(to: index)
    starts.append(start)
  }

  private mutating func truncate(to count: Int) {
    if starts.count > count { starts.removeSubrange(count...) }
  }

  private func sibling(at depth: Int) -> ClosedRange<Int>? {
    guard depth < starts.count, starts[depth].line <= filled else { return nil }
    return starts[depth].line...filled
  }

  private func first(_ containers: [OpenBlocks.Container], _ line: Int) -> Int {
    if let quote = containers.firstIndex(of: .quote), quote < starts.count {
      return starts[quote].line
    }
    guard case .item = containers.last, containers.count <= starts.count else { return line }
    return starts[containers.count - 1].item
  }
}
