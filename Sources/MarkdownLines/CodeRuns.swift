import Bytes

/// The runs of backticks of a paragraph: the last of each length, so that a run without
/// a partner is known for one at once.
package struct CodeRuns {
  /// Code opened by more backticks is text.
  static let longest = 32
  private var last: [Int] = []
  /// Up to where runs are known.
  package private(set) var end = 0

  package init() {}

  mutating func forget() { end = 0 }

  /// Reads a paragraph from some run in it to its end.
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

  /// The run that closes code which the run of `count` at `index` opens; nil where it
  /// opens none. Each byte is passed once on the way through a paragraph.
  package func closer(
    of count: Int, at index: Int, in bytes: Span<UInt8>
  ) -> Int? {
    guard count <= Self.longest, last[count] > index else { return nil }
    return Self.closer(of: count, at: index, in: bytes, to: end)
  }

  /// The same where nothing is known of the runs before `stop`.
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
