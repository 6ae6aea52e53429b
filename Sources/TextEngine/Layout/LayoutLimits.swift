/// What keeps the work of a key small in lines of any length.
package struct LayoutLimits: Hashable, Sendable {
  /// A longer line is laid out in parts, each of which begins a row.
  var longestPart: Int
  /// How long parts are made.
  var part: Int
  /// How far back from there a word's start is looked for.
  var lookBack = 256
  /// How much of a line's start is read for its indent.
  var longestPrefix = 512

  /// Small ones make every line a long one. `part` is at most half of `longestPart`.
  package init(longestPart: Int, part: Int, lookBack: Int = 256, longestPrefix: Int = 512) {
    self.longestPart = longestPart
    self.part = part
    self.lookBack = lookBack
    self.longestPrefix = longestPrefix
  }

  static let wrapped = LayoutLimits(longestPart: 8 * 1024, part: 4 * 1024)
  /// Parts begin no row where lines do not wrap, and may be short.
  static let sideways = LayoutLimits(longestPart: 2 * 1024, part: 1024)
}
