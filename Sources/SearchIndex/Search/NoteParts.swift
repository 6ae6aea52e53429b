import Entities
import NoteQueries
import NoteSyntax
import Services

/// The parts of a note that `line:`, `block:`, `section:` and `task:` look into one by one.
struct NoteParts: Sendable {
  var scope: NoteQuery.Scope
  var tasks: TaskRules

  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    switch scope {
    case .content: [0..<text.count]
    case .line: Self.lines(in: text)
    case .block: Self.blocks(in: text)
    case .section: Self.sections(in: text)
    case .task: tasks(in: text) { _ in true }
    case .openTask: tasks(in: text, where: \.isOpen)
    case .doneTask: tasks(in: text) { $0 == .done }
    }
  }

  private static func lines(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    text.indices.split(whereSeparator: { text[$0] == UInt8(ascii: "\n") })
      .map { $0.startIndex..<$0.endIndex }
  }

  /// Lines that follow one another with nothing blank in between.
  private static func blocks(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var last = -1
    for line in lines(in: text) where !text[line].allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      // What is left out between two lines is the end of the first, or blank lines as well.
      if let block = blocks.last, line.lowerBound == last + 1 {
        blocks[blocks.count - 1] = block.lowerBound..<line.upperBound
      } else {
        blocks.append(line)
      }
      last = line.upperBound
    }
    return blocks
  }

  private static func sections(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let starts = NoteScanner.scan(text.span).headings.map { heading in
      text[..<heading.text.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
    let bounds = ([0] + starts).filter { $0 <= text.count } + [text.count]
    return zip(bounds, bounds.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  private func tasks(
    in text: UnsafeBufferPointer<UInt8>, where takes: (TaskType) -> Bool
  ) -> [Range<Int>] {
    NoteScanner.scan(text.span).tasks.filter { takes(tasks.status(of: $0.status).type) }.map(\.text)
  }
}
