import Bytes
import MarkdownLines

/// Visible text is read immediately.
extension Highlighter {
  /// Reads the units of a range if needed. Returns their indices.
  mutating func show(_ range: Range<Int>, in text: Rope) -> Range<Int>? {
    if isUnchecked { checkStart(in: text) }
    if !isShown(range) { anchor(at: range.lowerBound, in: text) }
    if window.end < range.upperBound {
      var scanner = BlockScanner(ScanBuffer(text), isPainting: true)
      repeat {
        window.append(scanner.unit(at: window.end, window.endState))
      } while window.end < range.upperBound
    }
    return window.indices(touching: range)
  }

  /// Follows an edit close above the window; one far above is followed when `advance` gets here.
  private mutating func checkStart(in text: Rope) {
    isUnchecked = false
    if window.isEmpty || window.isGuess || isKnown(upTo: window.start) { return }
    rescan(before: window.start, in: text)
    let point = points[points.last(atOrBefore: window.start)]
    if point.offset != window.start || point.state != window.state { window.forgetStart() }
  }

  private func isShown(_ range: Range<Int>) -> Bool {
    !window.isEmpty && range.lowerBound >= window.start
      && range.lowerBound <= window.end + Self.nearest / 2
      && range.upperBound - window.start <= 2 * Self.mostAtOnce
  }

  /// Starts the window at a checkpoint close before an offset, or at a guess.
  private mutating func anchor(at offset: Int, in text: Rope) {
    rescan(before: offset, in: text)
    let point = points[points.last(atOrBefore: offset)]
    if offset - point.offset <= Self.nearest {
      window.restart(at: point.offset, point.state, isGuess: false)
    } else {
      let (start, state) = StateGuess.near(offset, in: text)
      window.restart(at: start, state, isGuess: true)
    }
  }

  /// Reads dirty text again that is close above an offset.
  private mutating func rescan(before offset: Int, in text: Rope) {
    var index = points.last(atOrBefore: offset)
    var first: Int?
    while true {
      let point = points[index]
      if point.isDirty { first = index }
      guard point.offset + Self.mostAtOnce >= offset, index > 0 else { break }
      index -= 1
    }
    guard let first, points[first].offset + 2 * Self.mostAtOnce >= offset else { return }
    var scanner = BlockScanner(ScanBuffer(text, capacity: 1 << 16), isPainting: false)
    var budget = 2 * Self.mostAtOnce
    var next = first
    while next < points.count, points[next].offset < offset, budget > 0 {
      if points[next].isDirty { next = rescan(next, with: &scanner, budget: &budget) }
      if !points[next].isDirty { next += 1 }
    }
  }
}

/// Guesses the state at an offset without a checkpoint nearby.
private enum StateGuess {
  static let reach = 1 << 13

  /// Returns an offset close before the requested one, and the state to start reading with.
  static func near(_ offset: Int, in text: Rope) -> (start: Int, state: BlockState) {
    let low = max(0, offset - reach)
    if low == 0 { return (0, BlockState()) }
    let bytes = text.bytes(in: (low..<min(text.byteCount, offset + reach)).offsets)
    var start: Int?
    for index in 1..<(offset - low) where bytes[index] == Byte.lineFeed {
      let isParagraphEnd = bytes[index - 1] == Byte.lineFeed
      if start == nil || isParagraphEnd { start = index + 1 }
      if isParagraphEnd { break }
    }
    guard let start else {
      // Inside a very long line.
      var state = BlockState.plain
      state.rest = .text
      _ = state.blocks.readPlain()
      state.isInWord = true
      return (low + offset - low - reach / 2, state)
    }
    var state = BlockState.plain
    if let fence = openFence(bytes, from: start) { state.blocks = OpenBlocks(fence) }
    return (low + start, state)
  }

  /// Returns the fence that is open: the first one with a language opens code, and before it every
  /// second fence closes some.
  private static func openFence(_ bytes: [UInt8], from start: Int) -> OpenBlocks.Leaf? {
    var bare = 0
    var first: OpenBlocks.Leaf?
    var index = start
    while index < bytes.count {
      let sign = bytes[index]
      var count = 0
      if sign == Byte.backtick || sign == Byte.tilde {
        while index < bytes.count, bytes[index] == sign, count < 255 {
          count += 1
          index += 1
        }
      }
      if count >= 3 {
        if index < bytes.count, !Byte.isBlank(bytes[index]) { return bare % 2 == 1 ? first : nil }
        bare += 1
        if first == nil { first = .fence(mark: sign, count: count) }
      }
      while index < bytes.count, bytes[index] != Byte.lineFeed { index += 1 }
      index += 1
    }
    return nil
  }
}

/// Background reading.
extension Highlighter {
  /// The result of a slice of reading.
  package struct Progress: Equatable, Sendable {
    /// Whether all of the text is known.
    package var isFinished: Bool
    /// Whether the result for the last requested range may have changed.
    package var changesVisible: Bool
  }

  /// Reads unknown text, about `budget` bytes.
  ///
  /// 1 MB takes some milliseconds. Call this between keys until it is finished.
  package mutating func advance(in text: Rope, budget: Int) -> Progress {
    var budget = budget
    if points.firstDirty() != nil {
      var scanner = BlockScanner(
        ScanBuffer(text, capacity: min(1 << 17, max(budget, 1))), isPainting: false)
      while budget > 0, let index = points.firstDirty() {
        _ = rescan(index, with: &scanner, budget: &budget)
      }
    }
    return Progress(
      isFinished: points.firstDirty() == nil, changesVisible: forgetGuess())
  }

  /// Returns the end of the text that is known from its start.
  package mutating func knownEnd(in text: Rope) -> ByteOffset {
    points.firstDirty().map { ByteOffset(points[$0].offset) } ?? text.end
  }

  /// Drops the window if it began with a guess, or with a state other than the one known now.
  /// Returns whether it did.
  private mutating func forgetGuess() -> Bool {
    if window.isEmpty || !isKnown(upTo: window.start) { return false }
    let point = points[points.last(atOrBefore: window.start)]
    if point.offset == window.start, point.state == window.state, !window.isGuess { return false }
    window.forgetStart()
    return true
  }

  /// Reads the text from a checkpoint to the next one, or until the budget is used, and adds
  /// checkpoints on the way. Returns the last checkpoint reached.
  mutating func rescan(
    _ first: Int, with scanner: inout BlockScanner, budget: inout Int
  ) -> Int {
    var index = first
    var point = points[index]
    let byteCount = scanner.buffer.text.byteCount
    var offset = point.offset
    var state = point.state
    point.levels = 0
    point.reach = 0
    while offset < byteCount {
      if offset > point.offset {
        // A passed checkpoint no longer starts a unit.
        points.remove(after: index, before: offset)
        if points.offset(behind: index) == offset { break }
      }
      if offset - point.offset >= spacing {
        point.isDirty = false
        points[index] = point
        point = Checkpoint(offset: offset, state: state)
        index = points.insert(point, after: index)
        if budget <= 0 { return index }
      }
      let unit = scanner.unit(at: offset, state)
      if unit.isInOutline, case .heading(let level) = unit.kind {
        point.levels |= 1 << UInt8(level - 1)
      }
      point.reach = max(point.reach, unit.reach - point.offset)
      budget -= unit.end - offset
      offset = unit.end
      state = unit.after
    }
    if offset >= byteCount { points.remove(after: index, before: .max) }
    point.isDirty = false
    points[index] = point
    guard index + 1 < points.count else { return index }
    index += 1
    if points[index].state != state {
      points[index].state = state
      points.makeDirty(index)
    }
    return index
  }
}
