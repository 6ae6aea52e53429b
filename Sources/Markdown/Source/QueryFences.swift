import Bytes
package import Entities
import MarkdownLines
import NoteSyntax

/// The fenced blocks of a note that query the vault: ` ```query`.
package enum QueryFences {
  struct Fence {
    let block: QueryBlock
    /// The lines with both fences and the last line feed.
    let range: Range<Int>
    /// The container signs before the first fence, and before all lines below it.
    let first: [UInt8]
    let rest: [UInt8]
  }

  /// Returns a note's queries without repetition.
  package static func blocks(
    in note: [UInt8], inlineSign: [UInt8] = InlineQueries.defaultPrefix
  ) -> [QueryBlock] {
    var known: Set<QueryBlock> = []
    let inline = InlineQueries.all(in: note, by: inlineSign)
    return (all(in: note).map(\.block) + inline.map(\.block)).filter { known.insert($0).inserted }
  }

  /// Returns the fences in their order.
  static func all(in note: [UInt8]) -> [Fence] {
    mayHaveAny(note) ? FenceReader(note).fences : []
  }

  /// Returns the query of a fence's info string and its text as CommonMark gives it.
  static func block(_ info: some Sequence<UInt8>, _ code: [UInt8]) -> QueryBlock? {
    guard let language = language(info) else { return nil }
    var lines = code.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map { line in
      // A carriage return at the end is a part of the line break.
      var line = (line.last == 0x0d ? line.dropLast() : line).flatMap(spelledOut)
      while let last = line.last, Byte.isBlank(last) { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let text = Array(lines.joined(separator: [Byte.lineFeed]))
    return QueryBlock(language, String(decoding: text, as: UTF8.self))
  }

  private static func language(_ info: some Sequence<UInt8>) -> QueryBlock.Language? {
    let word = info.drop(while: Byte.isBlank).prefix { !Byte.isBlank($0) }.map(Byte.lowered)
    return QueryBlock.Language(rawValue: String(decoding: word, as: UTF8.self))
  }

  /// Returns a byte as the CommonMark reader gives it.
  private static func spelledOut(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 0: [0xef, 0xbf, 0xbd]
    case MaskedText.opening, MaskedText.closing, 0x0d: [Byte.caret, byte | 0x40]
    default: [byte]
    }
  }

  /// Whether the note may have query fences; most have none and need not be read line by line.
  private static func mayHaveAny(_ bytes: [UInt8]) -> Bool {
    for mark: StaticString in ["```", "~~~"] {
      var next = 0
      while let start = Byte.find(mark, in: bytes.span, from: next, to: bytes.count) {
        next = start + Byte.run(of: bytes[start], in: bytes.span, from: start, to: bytes.count)
        if language(bytes[next..<min(bytes.count, next + 40)]) != nil { return true }
      }
    }
    return false
  }

  /// Reads a note line by line.
  private struct FenceReader {
    private(set) var fences: [Fence] = []
    private let bytes: [UInt8]
    private var blocks = OpenBlocks()
    private var above: Range<Int>?
    private var open: (info: ArraySlice<UInt8>, start: Int, indent: Int, first: [UInt8])?
    private var code: [UInt8] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var head = HeadText(bytes.span)
      head.skipFrontMatter()
      var start = head.position
      while start < bytes.count {
        let end =
          Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: bytes.count) ?? bytes.count
        read(start, Byte.droppingBlanks(in: bytes.span, from: start, to: end), end)
        start = end + 1
      }
      close(at: bytes.count)
    }

    private mutating func read(_ start: Int, _ stop: Int, _ end: Int) {
      let bytes = bytes
      let line = blocks.read(bytes.span, start, stop, above: above)
      above = line.kind == .text ? line.text..<stop : nil
      switch line.kind {
      case .fenceStart(_, let count):
        close(at: start)
        let text = line.opened > 0 ? line.text : blocks.textStart(bytes.span, start, stop)
        open = (
          ArraySlice(bytes[(line.text + count)..<max(line.text + count, stop)]), start,
          line.text - min(text, line.text), Array(bytes[start..<line.text])
        )
      case .fenceText: add(start, end)
      case .fenceEnd: close(at: min(bytes.count, end + 1))
      default: if open != nil, blocks.isInFence { add(start, end) } else { close(at: start) }
      }
    }

    private mutating func add(_ start: Int, _ stop: Int) {
      guard let open else { return }
      var text = min(stop, blocks.textStart(bytes.span, start, stop))
      let most = text + open.indent
      while text < min(most, stop), bytes[text] == Byte.space { text += 1 }
      code += bytes[text..<stop] + [Byte.lineFeed]
    }

    private mutating func close(at end: Int) {
      guard let open else { return }
      if let block = QueryFences.block(open.info, code) {
        let rest = open.first.map { $0 == Byte.greater || Byte.isBlank($0) ? $0 : Byte.space }
        fences.append(
          Fence(block: block, range: open.start..<end, first: open.first, rest: rest))
      }
      (self.open, code) = (nil, [])
    }
  }
}
