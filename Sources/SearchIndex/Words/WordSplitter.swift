import Bytes
import Folding

/// Takes text apart into the words that it is found by.
///
/// Letters and digits of any script are words, without case and marks. Chinese, Japanese, Korean, Thai
/// and others are written without blanks, or with endings grown on: there each two neighbours are a
/// word, and the last of a run is one by itself, so that any string of two is found wherever it stands
/// and one character by what begins with it.
struct WordSplitter: ~Copyable {
  enum Kind {
    case word
    /// Two neighbours of a run in a script without blanks.
    case pair
    /// The last one of a run of several; a query leaves it out.
    case last
    /// A run of one.
    case single
  }

  /// What is behind this many bytes of a word tells nothing apart.
  static let longest = 64

  /// The word so far, folded. Longer than a word may be by one folded letter.
  private let word: UnsafeMutablePointer<UInt8>
  private static let room = longest + 64

  init() { word = .allocate(capacity: Self.room) }

  deinit { word.deallocate() }

  /// Calls `take` with each word and where it stands. The word stands until `take` returns. What is
  /// not UTF-8 stands between words.
  mutating func split(
    _ text: UnsafeBufferPointer<UInt8>,
    _ take: (_ word: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ kind: Kind) -> Void
  ) {
    guard let bytes = text.baseAddress else { return }
    let count = text.count
    Self.folds.withUnsafeBufferPointer { folds in
      var index = 0
      while index < count {
        let fold = folds[Int(bytes[index])]
        if fold == 0 {
          index += 1
          continue
        }
        index =
          fold == Self.beyond
          ? other(text, index, folds, take) : letters(text, index, index, 0, folds, take)
      }
    }
  }

  /// A word of letters, of which `length` bytes are folded already; answers with where it ends.
  private func letters(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ from: Int, _ length: Int,
    _ folds: UnsafeBufferPointer<UInt8>,
    _ take: (UnsafeBufferPointer<UInt8>, Range<Int>, Kind) -> Void
  ) -> Int {
    var (index, length) = (from, length)
    while index < text.count {
      let fold = folds[Int(text[index])]
      if fold == 0 { break }
      if fold == Self.beyond {
        let (scalar, size) = UTF8Scalars.decode(text.span, at: index)
        guard let scalar, !Scalars.isPaired(scalar), Scalars.isPartOfWord(scalar) else { break }
        if length < Self.longest { append(scalar, &length) }
        index += size
      } else {
        if length < Self.longest {
          word[length] = fold
          length += 1
        }
        index += 1
      }
    }
    if length > Self.longest { length = whole(length) }
    if length > 0 { take(UnsafeBufferPointer(start: word, count: length), start..<index, .word) }
    return index
  }

  /// Where the last character that fits into a word ends.
  private func whole(_ length: Int) -> Int {
    var end = Self.longest
    while end > 0, word[end] & 0xc0 == 0x80 { end -= 1 }
    return end
  }

  /// What begins with a byte that is not ASCII.
  private func other(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ folds: UnsafeBufferPointer<UInt8>,
    _ take: (UnsafeBufferPointer<UInt8>, Range<Int>, Kind) -> Void
  ) -> Int {
    let (scalar, size) = UTF8Scalars.decode(text.span, at: start)
    guard let scalar else { return start + size }
    if Scalars.isPaired(scalar) { return run(text, start, take) }
    guard Scalars.isPartOfWord(scalar) else { return start + size }
    return letters(text, start, start, 0, folds, take)
  }

  /// A run of characters that make words two by two.
  private func run(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int,
    _ take: (UnsafeBufferPointer<UInt8>, Range<Int>, Kind) -> Void
  ) -> Int {
    var index = start
    // `word` holds the character before, and behind it the one at hand.
    var (before, beforeStart, characters) = (0, start, 0)
    while index < text.count {
      let (first, size) = UTF8Scalars.decode(text.span, at: index)
      guard let first, Scalars.isPaired(first) || characters > 0 && Scalars.isMark(first) else {
        break
      }
      let (scalar, whole) = Scalars.joined(first, size, text, index)
      var length = before
      append(scalar, &length)
      let end = index + whole
      if length > before {
        if characters > 0 {
          take(UnsafeBufferPointer(start: word, count: length), beforeStart..<end, .pair)
        }
        for moved in before..<length { word[moved - before] = word[moved] }
        before = length - before
        beforeStart = index
        characters += 1
      }
      index = end
    }
    if characters > 0 {
      take(
        UnsafeBufferPointer(start: word, count: before), beforeStart..<index,
        characters == 1 ? .single : .last)
    }
    return index
  }

  /// Folds one letter. There is room for every letter but those that no letter folds to.
  private func append(_ scalar: Unicode.Scalar, _ length: inout Int) {
    Folding.word(scalar) { folded in
      if length + 4 > Self.room { return }
      for byte in UTF8.encode(folded) ?? UTF8.encodedReplacementCharacter {
        word[length] = byte
        length += 1
      }
    }
  }

  private static let beyond: UInt8 = 0xff

  /// What each byte is in a word: 0 where it is in none, `beyond` where it is no ASCII.
  private static let folds: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    return switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case 0x80...0xff: beyond
    default: 0
    }
  }
}
