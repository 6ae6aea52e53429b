import Code
import MarkdownLines

/// Highlights a Markdown text, reading only text near the requested range.
///
/// Text far above matters too: a fence, a comment. `advance` reads the text in slices between keys
/// and reports when that changes an earlier result.
///
/// ```swift
/// var highlighter = Highlighter(for: text)
/// text.apply(edit)
/// highlighter.apply(edit, after: text)
/// let spans = highlighter.spans(of: row, in: text)
/// while !highlighter.advance(in: text, budget: 1 << 20).isFinished {}
/// ```
package struct Highlighter: Sendable {
  /// The approximate number of bytes between two checkpoints.
  let spacing: Int
  /// The distance to a checkpoint within which the state is read from it, not guessed.
  static let nearest = 1 << 15
  /// The distance, in bytes, at which text before an edit may still depend on it.
  static let lookedAt = ScanBuffer.farthest + (1 << 15)
  /// The most bytes of a range that are highlighted at once.
  static let mostAtOnce = 1 << 16

  var points = Checkpoints()
  var window = InkWindow()
  /// Whether an edit may have changed the state at the start of the window.
  var isUnchecked = false

  /// Creates a highlighter with a checkpoint every `spacing` bytes.
  package init(for text: Rope, spacing: Int = 2048) { self.spacing = spacing }

  /// Follows an edit that made the text.
  package mutating func apply(_ edit: Edit, after text: Rope) {
    precondition(edit.byteCountAfter == text.byteCount, "the edit was made for another text")
    if edit.isEmpty { return }
    follow(edit.changes)
  }

  /// Follows text that was appended, as while a file is read.
  package mutating func extend(from oldEnd: ByteOffset, to text: Rope) {
    let end = oldEnd.value..<oldEnd.value
    let grown = oldEnd.value..<text.byteCount
    let change = Edit.Change(before: end.offsets, after: grown.offsets)
    if !grown.isEmpty { follow([change]) }
  }

  private mutating func follow(_ changes: [Edit.Change]) {
    points.apply(changes, farthest: Self.lookedAt)
    window.apply(changes)
    isUnchecked = true
  }

  /// Returns the styled spans of a range, in order; plain text has none.
  ///
  /// Intended for a row or a line; of a longer range only the first 64 KB are covered.
  package mutating func spans(of line: Range<ByteOffset>, in text: Rope) -> [StyledSpan] {
    text.check(line)
    let range = line.values.prefix(Self.mostAtOnce)
    guard let units = show(range, in: text) else { return [] }
    var spans: [StyledSpan] = []
    for index in units {
      let unit = window[index]
      for run in unit.runs {
        let low = max(range.lowerBound, unit.start + Int(run.start))
        let high = min(range.upperBound, unit.start + Int(run.end))
        if low >= high { continue }
        if let last = spans.last, last.range.upperBound.value == low, last.kinds == run.kinds {
          spans[spans.count - 1].range = (last.range.lowerBound.value..<high).offsets
        } else {
          spans.append(StyledSpan(range: (low..<high).offsets, kinds: run.kinds))
        }
      }
    }
    return spans
  }

  /// Returns an identifier for the reading behind the spans of each row; rows are in order. While
  /// it and the bytes of the row stay the same, so do the spans. Nil if there is no single one.
  package mutating func readings(of rows: [LayoutRow], in text: Rope) -> [Int?] {
    var readings: [Int?] = []
    readings.reserveCapacity(rows.count)
    var index: Int?
    for row in rows {
      let line = row.bytes
      // An empty row has no spans.
      if line.isEmpty {
        readings.append(0)
        continue
      }
      let range = line.values
      if let last = index, let next = window.unit(holding: range, from: last) {
        readings.append(window.number(at: next))
        index = next
        continue
      }
      text.check(line)
      let units = range.count <= Self.mostAtOnce ? show(range, in: text) : nil
      index = units?.first
      readings.append(units?.count == 1 ? index.map { window.number(at: $0) } : nil)
    }
    return readings
  }

  /// Whether the result for a range is what a reader of the whole text would give, not a guess.
  /// Tests and the fuzzer check only such results.
  package mutating func isFinal(_ range: Range<ByteOffset>, in text: Rope) -> Bool {
    _ = show(range.values.prefix(Self.mostAtOnce), in: text)
    return !window.isGuess && isKnown(upTo: window.start)
  }

  /// Whether all text before an offset is known.
  mutating func isKnown(upTo offset: Int) -> Bool {
    guard let dirty = points.firstDirty() else { return true }
    return points[dirty].offset >= offset
  }
}

extension Range<Int> {
  fileprivate func prefix(_ most: Int) -> Range<Int> {
    lowerBound..<Swift.min(upperBound, lowerBound + most)
  }
}

/// The way to comment out a line of fenced code.
package enum CodeComment: Hashable, Sendable {
  /// The language is not known.
  case unknown
  /// The marks before and after the line, and whether the fence is in a quote.
  case marks(open: [UInt8], close: [UInt8], isQuoted: Bool)
}

extension Highlighter {
  /// Returns the comment marks for the line at an offset; nil if it is not fenced code.
  package mutating func codeComment(at offset: ByteOffset, in text: Rope) -> CodeComment? {
    let start = text.content(at: offset).lowerBound.value
    guard let unit = unit(at: start, in: text), unit.before.isInFence, unit.kind != .fence
    else { return nil }
    guard let marks = CodeLanguage.with(number: unit.before.language)?.commentMarks else {
      return .unknown
    }
    let isQuoted = unit.before.blocks.quoteDepth > 0
    return .marks(open: marks.open, close: marks.close, isQuoted: isQuoted)
  }

  /// Whether an offset is in code, front matter or the like, which is not Markdown.
  package mutating func isCode(at offset: ByteOffset, in text: Rope) -> Bool {
    let end = min(text.end, offset + 1)
    let kinds: [Ink] = [.code, .codeBlock, .frontMatter, .math, .html, .comment]
    return spans(of: min(offset, end)..<end, in: text).contains { span in
      kinds.contains { span.kinds.contains($0) }
    }
  }

  /// Returns the lines of the paragraph at an offset, without the text after it; nil if there is
  /// none, or if it is so long that it is read in pieces.
  package mutating func paragraph(at offset: ByteOffset, in text: Rope) -> Range<ByteOffset>? {
    let start = text.content(at: offset).lowerBound.value
    guard let unit = unit(at: start, in: text), unit.kind == .text else { return nil }
    let range = ByteOffset(unit.start)..<ByteOffset(unit.end)
    let isWhole =
      text.start(of: text.line(at: range.lowerBound)) == range.lowerBound
      && (range.upperBound == text.end
        || text.start(of: text.line(at: range.upperBound)) == range.upperBound)
    return isWhole ? range : nil
  }

  /// Returns the unit at an offset; nil at the end of the text.
  mutating func unit(at offset: Int, in text: Rope) -> ScannedUnit? {
    guard offset < text.byteCount, let indices = show(offset..<offset + 1, in: text),
      let index = indices.first
    else { return nil }
    return window[index]
  }

  /// Passes the units from the start of one on, until `body` returns false or `budget` bytes are
  /// read. Returns the offset where it stopped.
  @discardableResult
  func forEachUnit(
    from offset: Int, _ state: BlockState, in text: Rope, budget: Int,
    _ body: (ScannedUnit) -> Bool
  ) -> Int {
    var scanner = BlockScanner(ScanBuffer(text), isPainting: false)
    var offset = offset
    var state = state
    let limit = min(text.byteCount, offset + budget)
    while offset < limit {
      let unit = scanner.unit(at: offset, state)
      if !body(unit) { return offset }
      offset = unit.end
      state = unit.after
    }
    return offset
  }
}
