import Code
import MarkdownLines

/// Says what each part of a Markdown text is, at the price of what is near the part asked for.
///
/// Text far above matters too: a fence, a comment. `advance` reads the text in slices between keys, and
/// says when that changes an answer given before.
///
/// ```swift
/// var highlighter = Highlighter(for: text)
/// text.apply(edit)
/// highlighter.apply(edit, after: text)
/// let spans = highlighter.spans(of: row, in: text)
/// while !highlighter.advance(in: text, budget: 1 << 20).isFinished {}
/// ```
package struct Highlighter: Sendable {
  /// About how many bytes are between two checkpoints.
  let spacing: Int
  /// What is asked for is read from a checkpoint so near, or else guessed.
  static let nearest = 1 << 15
  /// How far back an edit may reach through what was looked at.
  static let lookedAt = ScanBuffer.farthest + (1 << 15)
  /// More than this of a range is not highlighted at once.
  static let mostAtOnce = 1 << 16

  var points = Checkpoints()
  var window = InkWindow()
  /// An edit may have changed what the window began with.
  var isUnchecked = false

  /// With a checkpoint every `spacing` bytes.
  package init(for text: Rope, spacing: Int = 2048) { self.spacing = spacing }

  /// Follows an edit that made the text what it is now.
  package mutating func apply(_ edit: Edit, after text: Rope) {
    precondition(edit.byteCountAfter == text.byteCount, "the edit was made for another text")
    if edit.isEmpty { return }
    follow(edit.changes)
  }

  /// Follows a text that has grown at its end, as while a file is read.
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

  /// What the parts of a range are, in order; bytes that are nothing but text have no span.
  ///
  /// For a row of the screen, or for a line; of what is longer than 64 KB only the first part.
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

  /// Names the readings that the spans of rows come from, which come in order: as long as one is the
  /// same, and so are the bytes of its row, the spans are too. Nil where no single one names them.
  package mutating func readings(of rows: [LayoutRow], in text: Rope) -> [Int?] {
    var readings: [Int?] = []
    readings.reserveCapacity(rows.count)
    var index: Int?
    for row in rows {
      let line = row.bytes
      // Nothing is said of nothing.
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

  /// Whether what is said of a range is what a reader of all the text would say, and not a guess.
  /// Tests and the fuzzer ask: only then it has to be right.
  package mutating func isFinal(_ range: Range<ByteOffset>, in text: Rope) -> Bool {
    _ = show(range.values.prefix(Self.mostAtOnce), in: text)
    return !window.isGuess && isKnown(upTo: window.start)
  }

  /// Whether nothing before an offset waits to be read again.
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

/// How a line between fences becomes a comment.
package enum CodeComment: Hashable, Sendable {
  /// The language is not known.
  case unknown
  /// What goes before the line and behind it; whether the fence is in a quote.
  case marks(open: [UInt8], close: [UInt8], isQuoted: Bool)
}

extension Highlighter {
  /// How the line at an offset becomes a comment; nil where it is no code between fences.
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

  /// Whether an offset is in code, front matter or the like, where Markdown means nothing.
  package mutating func isCode(at offset: ByteOffset, in text: Rope) -> Bool {
    let end = min(text.end, offset + 1)
    let kinds: [Ink] = [.code, .codeBlock, .frontMatter, .math, .html, .comment]
    return spans(of: min(offset, end)..<end, in: text).contains { span in
      kinds.contains { span.kinds.contains($0) }
    }
  }

  /// The lines of the paragraph that an offset is in, without what follows; nil where it is in none, or in
  /// one so long that it is read in pieces.
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

  /// The unit that an offset is in; nil at the end of the text.
  mutating func unit(at offset: Int, in text: Rope) -> ScannedUnit? {
    guard offset < text.byteCount, let indices = show(offset..<offset + 1, in: text),
      let index = indices.first
    else { return nil }
    return window[index]
  }

  /// Hands over the units from an offset on, where one starts, until `body` answers false or
  /// `budget` bytes are read. Answers where it stopped.
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
