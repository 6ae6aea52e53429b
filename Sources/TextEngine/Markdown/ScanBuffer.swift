import Bytes

/// The bytes around the offset being read, in one piece.
final class ScanBuffer {
  /// The longest line that is read in one piece.
  static let longestLine = 4096
  /// The most bytes of a unit and the text read after it.
  static let reserve = 5 * longestLine
  /// The size that nearly all units have at most, with the text read after them.
  static let usual = 2048
  /// The distance, in bytes, within which the closer of a comment is found.
  static let farthest = 1 << 16

  let text: Rope
  /// The most bytes to load.
  private let capacity: Int
  /// The bytes to load next. One paragraph loads little; reading on loads more each time.
  private var step = ScanBuffer.usual
  /// The offset in the text of the first byte.
  private(set) var base = 0
  private(set) var bytes: [UInt8] = []
  /// The number of bytes read in all, for tests.
  private(set) var readCount = 0
  private var known: [Closer: Known] = [:]

  /// The result of a search for a closer from an offset; before `clear` there is none.
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

  /// Whether the bytes end where the text does.
  var isAtEnd: Bool { base + count == text.byteCount }

  /// Returns the index of an offset, with `ahead` bytes loaded after it, or all that remain.
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

  /// Finds the next closer from an index on, even past the loaded bytes, and how far the search
  /// read. Both are offsets in the text.
  ///
  /// No byte is read twice, however often the same closer is requested on the way through a text.
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

/// The end of a construct that may span lines.
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
