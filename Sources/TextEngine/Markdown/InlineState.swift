/// What is open while the text of a unit is painted.
struct InlineState {
  var delimiters: [Delimiter] = []
  /// Up to here stars and underscores are no emphasis: in an address, in a reference.
  var quietEnd = 0
  /// Where the last tag ends.
  var tagEnd = 0
  /// Links of this unit so far.
  var linkCount: UInt16 = 0
  /// How many steps were made towards partners of delimiters.
  var steps = 0

  mutating func reset() {
    delimiters.removeAll(keepingCapacity: true)
    quietEnd = 0
    tagEnd = 0
    linkCount = 0
  }
}
