import CUnicode

/// A mapping from scalars to scalars, expanded from runs on first use: a look-up takes two steps.
///
/// A value is 0 for an unchanged scalar, a scalar, or an index into the pool with a count.
struct FoldingMap: Sendable {
  static let isPooled: UInt32 = 1 << 21

  static let names = FoldingMap(names: numbers(cunicode_folding_names))
  static let words = FoldingMap(words: numbers(cunicode_folding_words), over: names)

  /// The results with several letters.
  private(set) var pool: [UInt32] = Self.numbers(cunicode_folding_pool)
  /// The block of values for every 128 scalars; the first block is all zeros.
  private var blocks = [UInt16](repeating: 0, count: 0x110000 >> 7)
  private var values = [UInt32](repeating: 0, count: 128)

  private static func numbers<Number>(
    _ table: (UnsafeMutablePointer<Int>?) -> UnsafePointer<Number>?
  ) -> [Number] {
    var count = 0
    let start = table(&count)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  static func count(_ value: UInt32) -> Int { Int(value & 0x1f) }
  static func start(_ value: UInt32) -> Int { Int((value & ~isPooled) >> 5) }

  /// Returns the scalar of a single value; nil if the scalar stays unchanged.
  static func scalar(_ value: UInt32) -> Unicode.Scalar? {
    value == 0 ? nil : Unicode.Scalar(value)
  }

  subscript(scalar: UInt32) -> UInt32 {
    values[Int(blocks[Int(scalar >> 7)]) << 7 | Int(scalar & 0x7f)]
  }

  /// Passes on the results for a scalar: itself, another one, several, or none.
  func forEachPart(of scalar: Unicode.Scalar, _ take: (Unicode.Scalar) -> Void) {
    let value = self[scalar.value]
    if value & Self.isPooled == 0 { return take(Self.scalar(value) ?? scalar) }
    let start = Self.start(value)
    for part in pool[start..<start + Self.count(value)] {
      if let part = Unicode.Scalar(part) { take(part) }
    }
  }

  private init(names: [UInt64]) { spread(names) }

  private init(words: [UInt64], over names: FoldingMap) {
    spread(words)
    // The table has only those words that differ from the name without the dropped marks.
    let own = self
    for block in names.blocks.indices where names.blocks[block] != 0 {
      for scalar in UInt32(block << 7)..<UInt32((block + 1) << 7)
      where own[scalar] == 0 && names[scalar] != 0 {
        set(scalar, bare(names[scalar], in: own))
      }
    }
  }

  /// Returns the value without the marks that `own` maps to nothing.
  private mutating func bare(_ value: UInt32, in own: FoldingMap) -> UInt32 {
    guard value & Self.isPooled != 0 else { return value }
    let parts = pool[Self.start(value)..<(Self.start(value) + Self.count(value))]
    let fitting = parts.filter {
      own[$0] & Self.isPooled == 0 || Self.count(own[$0]) > 0
    }
    if fitting.count == 1 { return fitting[0] }
    if fitting.count == parts.count { return value }
    pool += fitting
    return Self.isPooled | UInt32(pool.count - fitting.count) << 5 | UInt32(fitting.count)
  }

  private mutating func spread(_ runs: [UInt64]) {
    for run in runs {
      let first = UInt32(run >> 43)
      let step = UInt32(run >> 28 & 3)
      let delta = UInt32(run >> 26 & 3)
      for index in 0..<UInt32(run >> 30 & 0x1fff) {
        set(first + index * step, UInt32(run & 0x3ff_ffff) + index * delta)
      }
    }
  }

  private mutating func set(_ scalar: UInt32, _ value: UInt32) {
    let offset = Int(scalar >> 7)
    if blocks[offset] == 0 {
      blocks[offset] = UInt16(values.count >> 7)
      values += repeatElement(0, count: 128)
    }
    values[Int(blocks[offset]) << 7 | Int(scalar & 0x7f)] = value
  }
}
