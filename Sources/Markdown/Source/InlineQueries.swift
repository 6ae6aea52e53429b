import Bytes
import Entities
import MarkdownLines
import NoteSyntax

/// Expressions within the lines of a note: `` `= this.x` ``.
package enum InlineQueries {
  struct Query {
    let block: QueryBlock
    /// The range with the backticks.
    let range: Range<Int>
  }

  /// The prefix of expressions, unless Dataview's settings have another one.
  package static let defaultPrefix = [Byte.equals]

  /// Returns the queries in their order.
  static func all(in note: [UInt8], by sign: [UInt8] = defaultPrefix) -> [Query] {
    var next = 0
    // Most notes have no queries.
    while let tick = Byte.find(UInt8(ascii: "`"), in: note.span, from: next, to: note.count) {
      next = tick + 1
      if note[next...].drop(while: Byte.isBlank).starts(with: sign) { return read(note, sign) }
    }
    return []
  }

  /// Returns the query in a code span, if it is one.
  static func block(_ code: some Sequence<UInt8>, by sign: [UInt8]) -> QueryBlock? {
    let text = Array(code.drop(while: Byte.isBlank))
    guard text.starts(with: sign) else { return nil }
    var expression = Array(text.dropFirst(sign.count).drop(while: Byte.isBlank))
    while let last = expression.last, Byte.isBlank(last) { expression.removeLast() }
    return expression.isEmpty
      ? nil : QueryBlock(.inline, String(decoding: expression, as: UTF8.self))
  }

  /// Whether a code span is Dataview's JavaScript.
  static func isScript(_ code: some Sequence<UInt8>) -> Bool {
    code.drop(while: Byte.isBlank).starts(with: "$=".utf8)
  }

  private static func read(_ bytes: [UInt8], _ sign: [UInt8]) -> [Query] {
    var queries: [Query] = []
    var blocks = OpenBlocks()
    var above: Range<Int>?
    var head = HeadText(bytes.span)
    head.skipFrontMatter()
    var start = head.position
    while start < bytes.count {
      let end =
        Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: bytes.count) ?? bytes.count
      let stop = Byte.droppingBlanks(in: bytes.span, from: start, to: end)
      let line = blocks.read(bytes.span, start, stop, above: above)
      above = line.kind == .text ? line.text..<stop : nil
      switch line.kind {
      case .text, .heading, .tableRow:
        if line.text < stop {
          let isRow = line.kind == .tableRow || bytes[line.text] == Byte.bar
          add(bytes, line.text, stop, isRow, sign, &queries)
        }
      default: break
      }
      start = end + 1
    }
    return queries
  }

  /// `isRow`: the line is a table's, whose first row looks like text.
  private static func add(
    _ bytes: [UInt8], _ start: Int, _ stop: Int, _ isRow: Bool,
    _ querySign: [UInt8], _ queries: inout [Query]
  ) {
    let sign = UInt8(ascii: "`")
    // Lengths of backtick runs without a closing run, which are not searched for again.
    var open: Set<Int> = []
    var index = start
    while let first = Byte.find(sign, in: bytes.span, from: index, to: stop) {
      let count = Byte.run(of: sign, in: bytes.span, from: first, to: stop)
      index = first + count
      if first > start, bytes[first - 1] == Byte.backslash || open.contains(count) { continue }
      var next = index
      var end: Int?
      while end == nil, let found = Byte.find(sign, in: bytes.span, from: next, to: stop) {
        let run = Byte.run(of: sign, in: bytes.span, from: found, to: stop)
        if run == count { end = found }
        next = found + run
      }
      guard let end else {
        open.insert(count)
        continue
      }
      var code = Array(bytes[index..<end])
      if isRow {
        code = code.indices.filter {
          code[$0] != Byte.backslash || code.dropFirst($0 + 1).first != Byte.bar
        }
        .map { code[$0] }
      }
      if let block = block(code, by: querySign) {
        queries.append(Query(block: block, range: first..<(end + count)))
      }
      index = end + count
    }
  }
}
