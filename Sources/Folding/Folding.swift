import Bytes

/// Keys that different spellings share: of names, for a person or a disk that ignores case, and of
/// words, for a search.
package enum Folding {
  /// Returns a key that two names share if they differ only in case and in NFC or NFD; marks count.
  /// Bytes that are not UTF-8 stay unchanged.
  package static func name(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let key = bytes.withContiguousStorageIfAvailable { plainName($0) ?? foldedName($0) }
    return key ?? Array(bytes).withUnsafeBufferPointer { plainName($0) ?? foldedName($0) }
  }

  /// Passes on the form of a letter for searches, without case and marks: `É` as `e`, `ß` as `ss`,
  /// `ﬁ` as `fi`. A combining mark gives nothing. Kana keep their voicing; letters in two parts
  /// must first be combined by `joined`.
  package static func word(_ scalar: Unicode.Scalar, _ take: (Unicode.Scalar) -> Void) {
    if scalar.value < 0x80 {
      take(isCapital(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
    } else {
      FoldingMap.words.forEachPart(of: scalar, take)
    }
  }

  /// Returns the letter that two combine to if searches never separate them: jamo give a Hangul
  /// syllable, kana and a voicing mark (also half-width) a voiced kana. Else nil.
  package static func joined(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    switch second.value {
    case Hangul.vowels, Hangul.finals: Hangul.joined(first.value, second.value)
    case 0x3099, 0x309a, 0xff9e, 0xff9f: Kana.voiced(first.value, second.value)
    default: nil
    }
  }

  fileprivate static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value &- 0x41 < 26
  }

  /// Returns the key of an ASCII name; nil for other names.
  private static func plainName(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    for byte in bytes where byte >= 0x80 { return nil }
    return bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
  }

  private static func foldedName(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var key = NameKey(capacity: bytes.count + bytes.count / 2)
    var index = 0
    while index < bytes.count {
      let (scalar, length) = UTF8Scalars.decode(bytes.span, at: index)
      if let scalar { key.append(scalar) } else { key.append(raw: bytes[index]) }
      index += length
    }
    return key.finished()
  }
}

/// Builds a name's key: letters folded and decomposed, marks in canonical order.
private struct NameKey {
  private var key: [UInt8] = []
  /// The marks since the last letter, with their classes; they are sorted when the next letter comes.
  private var marks: [(scalar: Unicode.Scalar, order: UInt8)] = []

  init(capacity: Int) { key.reserveCapacity(capacity) }

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      flush()
      key.append(
        Folding.isCapital(scalar) ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value))
      return
    }
    if Hangul.syllables.contains(scalar.value) {
      Hangul.parts(of: scalar.value) { put($0) }
      return
    }
    FoldingMap.names.forEachPart(of: scalar) { put($0) }
  }

  mutating func append(raw byte: UInt8) {
    flush()
    key.append(byte)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    // There are no marks below U+0300.
    let order =
      scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    if order == 0 {
      flush()
      UTF8Scalars.append(scalar, to: &key)
    } else {
      marks.append((scalar, order))
    }
  }

  private mutating func flush() {
    if marks.isEmpty { return }
    // Swift's sort is stable.
    if marks.count > 1 { marks.sort { $0.order < $1.order } }
    for mark in marks { UTF8Scalars.append(mark.scalar, to: &key) }
    marks.removeAll(keepingCapacity: true)
  }

  consuming func finished() -> [UInt8] {
    flush()
    return key
  }
}
