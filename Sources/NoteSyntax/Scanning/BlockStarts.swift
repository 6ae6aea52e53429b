import MarkdownLines

/// The lines in which the open blocks begin, from the outside in: what the id of a block names.
struct BlockStarts {
  private enum Kind: Equatable {
    case quote, list, footnote, code, other
  }

  private struct Start {
    var kind: Kind
    var line: Int
    /// The last item, of a list.
    var item: Int
  }

  /// What an id at the end of a paragraph can name.
  struct Paragraph {
    /// The first line of its item or quote, else its own.
    var first = 1
    /// The block right above, within the same container.
    var above: ClosedRange<Int>?
  }

  /// One for each container around the last block, and one for the block.
  private var starts: [Start] = []
  /// The last line with something in it.
  private var filled = 0
  /// Of the block that was begun last.
  private(set) var paragraph = Paragraph()

  /// A paragraph begins outside of all containers.
  mutating func beginPlain(_ line: Int) {
    paragraph = Paragraph(first: line, above: sibling(at: 0))
    starts.removeAll(keepingCapacity: true)
    starts.append(Start(kind: .other, line: line, item: line))
  }

  /// The line is no empty one.
  mutating func fill(_ line: Int) { filled = line }

  /// Takes note of a line.
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
      // The line above is its head; the text before it is a paragraph.
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

  /// From where the block begins that the row of a table belongs to.
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
