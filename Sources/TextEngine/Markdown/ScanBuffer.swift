import Bytes

/// The bytes around the offset that is read, in one piece.
final class ScanBuffer {
  /// Longer lines are read in pieces.
  static let longestLine = 4096
  /// A unit, and what is looked at behind it, is never longer.
  static let reserve = 5 * longestLine
  /// Nearly all units are shorter than this, with what is looked at behind them.
  static let usual = 2048
  /// What closes a comment is not looked for farther away.
  static let farthest = 1 << 16

  let text: Rope
  /// The most that is loaded.
  private let capacity: Int
  /// How much is loaded next: reading one paragraph costs one paragraph, and reading on loads ever more
  /// at once.
  private var step = ScanBuffer.usual
  /// The offset of the first byte in the text.
  private(set) var base = 0
  private(set) var bytes: [UInt8] = []
  /// How much was read in all; what tests look at.
  private(set) var readCount = 0
  private var known: [Closer: Known] = [:]

  /// From here on a closer was looked for; before `clear` there is none.
  private struct Known {
    var from: Int
    var clear: Int
    var isFound: Bool
  }

  init(_ text: Rope, capacity: Int = 2 * reserve) {
    self.text = text
    self.capacity = max(capacity, Self.reserve)
  }

  var count: Int { bytes.count }

  /// Whether the text ends where the bytes do.
  var isAtEnd: Bool { base + count == text.byteCount }

  /// The index of an offset, with `ahead` bytes behind it, or all that there are.
  func index(of offset: Int, ahead: Int) -> Int {
    if offset < base || offset > base + count || !isAtEnd && offset + ahead > base + count {
      load(offset, ahead)
    }
    return offset - base
  }

  private func load(_ offset: Int, _ ahead: Int) {
    step = min(capacity, max(2 * step, ahead))
    base = offset
    let end = min(text.byteCount, offset + step)
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(end - offset)
    text.forEachChunk(in: (offset..<end).offsets) { chunk in
      bytes += chunk
      return true
    }
    readCount += count
  }

  /// Where these bytes come next, from an index on, also behind what is in memory; and how far that was
  /// searched. Both are offsets in the text.
  ///
  /// No byte is looked at twice, however often the same is asked for on the way through a text.
  func offset(of closer: Closer, from start: Int) -> (found: Int?, looked: Int) {
    let from = base + start
    let length = closer.text.utf8CodeUnitCount
    let limit = min(text.byteCount, from + Self.farthest)
    var begin = from
    if let known = known[closer], known.from <= from {
      if known.isFound, known.clear >= from {
        if known.clear + length <= limit { return (known.clear, known.clear + length) }
        return (nil, limit)
      }
      begin = max(from, known.clear)
    }
    if let found = search(closer.text, from: begin, to: limit) {
      known[closer] = Known(from: from, clear: found, isFound: true)
      return (found, found + length)
    }
    known[closer] = Known(from: from, clear: max(from, limit - length + 1), isFound: false)
    return (nil, limit == text.byteCount ? limit + 1 : limit)
  }

  private func search(_ wanted: StaticString, from start: Int, to limit: Int) -> Int? {
    var next = start
    let length = wanted.utf8CodeUnitCount
    if next < base + count {
      let stop = min(limit, base + count) - base
      let near = bytes
      if let found = Byte.find(wanted, in: near.span, from: next - base, to: stop) {
        return base + found
      }
      next = max(next, base + stop - length + 1)
    }
    while next + length <= limit {
      let piece = text.bytes(in: (next..<min(limit, next + 4096)).offsets)
      readCount += piece.count
      if let found = Byte.find(wanted, in: piece.span, from: 0, to: piece.count) {
        return next + found
      }
      next += piece.count - length + 1
    }
    return nil
  }
}

/// What ends something that may go over lines.
enum Closer {
  case percent, dollar, arrow

  var text: StaticString {
    switch self {
    case .percent: "%%"
    case .dollar: "$$"
    case .arrow: "-->"
    }
  }
}
