import Bytes
import Folding

/// The words of a text that do not stand there as they are looked for, but for the case of ASCII
/// letters: with accents, in capitals of other alphabets, in full or half width, in parts.
///
/// Whoever looks for a folded word finds it among a text's raw bytes, or here, or nowhere. In most
/// texts there are few, so that most texts need not be taken apart.
struct BentWords {
  /// Each with a mark before it.
  private var words: [UInt8] = []
  private static let mark: UInt8 = 1

  init(of text: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(text)
    var splitter = WordSplitter()
    var index = 0
    while let next = Self.nextBeyondASCII(raw, from: index) {
      index = next
      let first = text[index]
      // Most of Chinese: nothing there is another's spelling.
      if (0xe4...0xe9).contains(first), index + 2 < text.count, text[index + 1] & 0xc0 == 0x80,
        text[index + 2] & 0xc0 == 0x80
      {
        index += 3
        continue
      }
      let (scalar, size) = UTF8Scalars.decode(text.span, at: index)
      guard let scalar, Self.isBent(scalar) else {
        index += size
        continue
      }
      let chunk = Self.chunk(around: index, in: text)
      splitter.split(UnsafeBufferPointer(rebasing: text[chunk])) { word, _, _ in
        words.append(Self.mark)
        words.append(contentsOf: word)
      }
      index = chunk.upperBound
    }
  }

  /// Whether a word among them begins so.
  func contains(_ word: [UInt8]) -> Bool {
    guard words.count > word.count else { return false }
    return words.withUnsafeBytes { RawFinder.firstPlace(of: [Self.mark] + word, in: $0) != nil }
  }

  /// Whether what the scalar is looked for as is not itself.
  static func isBent(_ scalar: Unicode.Scalar) -> Bool {
    // Hangul in parts becomes whole only beside others.
    if (0x1100...0x11ff).contains(scalar.value) { return true }
    var isSame = false
    var count = 0
    Folding.word(scalar) {
      count += 1
      isSame = count == 1 && $0 == scalar
    }
    if isSame { return false }
    return Scalars.isPaired(scalar) || Scalars.isPartOfWord(scalar) || Scalars.isMark(scalar)
  }

  /// All that may be one word with what stands at a place.
  private static func chunk(
    around place: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, mayBeInWord(text[start - 1]) { start -= 1 }
    while end < text.count, mayBeInWord(text[end]) { end += 1 }
    return start..<end
  }

  static func mayBeInWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  private static func nextBeyondASCII(_ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    let count = text.count
    while index + 8 <= count {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080
      if word != 0 { return index + UInt64(littleEndian: word).trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if text[index] >= 0x80 { return index }
      index += 1
    }
    return nil
  }
}
