import Files

/// Takes the armor off a file that has one.
struct FormReader {
  private var form: AgeForm
  private var armor = ArmorReader()
  /// Space that came before it was known what follows.
  private var before: [UInt8] = []
  private static let spaceLimit = 1_024

  init(_ form: AgeForm) { self.form = form }

  /// True where the piece is as it must be read. Otherwise the bytes in it were added to `made`.
  mutating func read(
    _ piece: UnsafeRawBufferPointer, to made: inout [UInt8]
  ) throws(AgeError) -> Bool {
    switch form {
    case .binary: return true
    case .armored:
      try armor.read(piece, to: &made)
      return false
    case .either:
      guard let first = piece.first(where: { !Armor.isSpace($0) }) else {
        // Nobody knows yet; what has so much space before it is nothing of age's.
        before += piece.prefix(Self.spaceLimit + 1 - before.count)
        if before.count > Self.spaceLimit { throw .header(.notAge, line: 1) }
        return false
      }
      let whole = before + piece
      before = []
      form = first == UInt8(ascii: "-") ? .armored : .binary
      if form == .binary {
        made = whole
      } else {
        try whole.withRaw { (whole) throws(AgeError) in try armor.read(whole, to: &made) }
      }
      return false
    }
  }

  /// Nothing follows.
  mutating func finish(_ made: inout [UInt8]) throws(AgeError) {
    if form == .armored { try armor.finish(&made) }
    made += before
  }
}
