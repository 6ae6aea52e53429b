/// What can be told of a regular expression by reading it. Where a reading is not sure, it says
/// what is safe: that the expression may match over line ends, and that it needs nothing.
struct PatternTraits: Equatable {
  /// No match holds or needs to see a line end, but the one right before it or behind it.
  var staysInLine = true
  /// A match may start later than where it was tried.
  var movesStart = false
  /// A letter that is meant to be a capital.
  var hasCapital = false
  /// No character means anything but itself.
  var isPlain = true
  /// What could not be kept true when a text is searched part by part.
  var refusal: Refusal?

  struct Refusal: Equatable {
    let reason: String
    let place: Int
  }

  init(_ pattern: [UInt8]) {
    var reader = PatternReader(pattern)
    self = reader.read()
  }

  init() {}
}
