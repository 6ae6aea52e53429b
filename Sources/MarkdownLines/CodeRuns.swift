import Bytes

/// The runs of backticks in a paragraph. It stores the last run of each length, which tells at once
/// that a run has no partner.
package struct CodeRuns {
  /// The most backticks that open code.
  static let longest = 32
  private var last: [Int] = []
  /// The end of the bytes whose runs are known.
  package private(set) var end = 0

  package init() {}

  mutating func forget() { end = 0 }

  /// Reads a paragraph from one of its runs to its end.
  package mutating func read(
    _ bytes: Span<UInt8>, from start: Int, to stop: Int
  ) {
    if last.isEmpty {
      last = [Int](repeating: -1, count: Self.longest + 1)
    } else {
      for length in last.indices { last[length] = -1 }
    }
    end = stop
    var next = start
    while let mark = Byte.find(Byte.backtick, in: bytes, from: next, to: stop) {
      let length = Byte.run(of: Byte.backtick, in: bytes, from: mark, to: stop)
      if length <= Self.longest { last[length] = mark }
      next = mark + length
    }
  }

  /// Returns the run that closes the code opened by the run of `count` at `index`; nil if there is
  /// none. A paragraph takes linear time in total.
  package func closer(
    of count: Int, at index: Int, in bytes: Span<UInt8>
  ) -> Int? {
    guard count <= Self.longest, last[count] > index else { return nil }
    return Self.closer(of: count, at: index, in: bytes, to: end)
  }

  /// Returns the closing run where the runs before `stop` are not known.
  package static func closer(
    of count: Int, at index: Int, in bytes: Span<UInt8>, to stop: Int
  ) -> Int? {
    var next = index + count
    while let mark = Byte.find(Byte.backtick, in: bytes, from: next, to: stop) {
      let length = Byte.run(of: Byte.backtick, in: bytes, from: mark, to: stop)
      if length == count { return mark }
      next = mark + length
    }
    return nil
  }
}
