/// Names to search, folded into one block: a thousand of them take some microseconds. Names that
/// were appended earlier count as more recent.
package struct FuzzyNames: Sendable {
  private(set) var letters = FoldedLetters()
  /// The offset of each name, and the end of the last one.
  private(set) var starts: [Int32] = [0]
  /// The set of letters of each name.
  private(set) var masks: [UInt64] = []

  /// Whether scattered letters do not match: each must begin a word or directly follow the letter
  /// before. Almost any few letters occur somewhere in a sentence.
  private(set) var areSentences = false

  package init() {}

  package init(_ names: some Sequence<String>, areSentences: Bool = false) {
    self.areSentences = areSentences
    for name in names { append(name) }
  }

  package var count: Int { masks.count }

  package mutating func reserve(_ names: Int) {
    letters.reserve(names * 32)
    starts.reserveCapacity(names + 1)
    masks.reserveCapacity(names)
  }

  package mutating func append(_ name: String) {
    var name = name
    name.withUTF8 { append($0) }
  }

  /// Appends a name in UTF-8. Invalid UTF-8 matches nothing.
  package mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    var offset = letters.bytes.count
    letters.append(name)
    var mask: UInt64 = 0
    while offset < letters.bytes.count {
      let end = Self.endOfLetter(in: letters.bytes, at: offset)
      mask |= LetterMask.bit(of: letters.bytes[offset..<end])
      offset = end
    }
    starts.append(Int32(letters.bytes.count))
    masks.append(mask)
  }

  static func endOfLetter(in bytes: [UInt8], at offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, end - offset < 4, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return end
  }
}
