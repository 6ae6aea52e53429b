import Bytes
import CSQLite
import Folding
import Glibc

/// Splits text into the words by which it is found.
///
/// Letters and digits of any script are words, without case and marks. Chinese, Japanese, Korean,
/// Thai and others are written without blanks, or with attached endings: there each pair of
/// neighbors is a word, and the last character of a run is one by itself, so that any string of two
/// is found everywhere, and one character by its prefix.
struct WordSplitter: ~Copyable {
  enum Kind {
    case word
    /// Two neighbors in a script without blanks.
    case pair
    /// The last character of a longer run; a query leaves it out.
    case last
    /// A run of one character.
    case single
  }

  /// Bytes of a word beyond this length are ignored.
  static let longest = 64

  /// The current word, folded. It may exceed a word's length by one folded letter.
  private let word: UnsafeMutablePointer<UInt8>
  private static let room = longest + 64

  init() { word = .allocate(capacity: Self.room) }

  deinit { word.deallocate() }

  /// Calls `take` with each word and its range. The word is valid until `take` returns. Invalid
  /// UTF-8 separates words.
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

  /// Reads a word of letters, of which `length` bytes are already folded; returns its end.
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
        guard let scalar, !Scalars.isIndexedInPairs(scalar), Scalars.isPartOfWord(scalar) else {
          break
        }
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

  /// Returns the end of the last character that fits into a word.
  private func whole(_ length: Int) -> Int {
    var end = Self.longest
    while end > 0, word[end] & 0xc0 == 0x80 { end -= 1 }
    return end
  }

  /// Reads what begins with a non-ASCII byte.
  private func other(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ folds: UnsafeBufferPointer<UInt8>,
    _ take: (UnsafeBufferPointer<UInt8>, Range<Int>, Kind) -> Void
  ) -> Int {
    let (scalar, size) = UTF8Scalars.decode(text.span, at: start)
    guard let scalar else { return start + size }
    if Scalars.isIndexedInPairs(scalar) { return run(text, start, take) }
    guard Scalars.isPartOfWord(scalar) else { return start + size }
    return letters(text, start, start, 0, folds, take)
  }

  /// Reads a run of characters that form words in pairs.
  private func run(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int,
    _ take: (UnsafeBufferPointer<UInt8>, Range<Int>, Kind) -> Void
  ) -> Int {
    var index = start
    // `word` contains the previous character, followed by the current one.
    var (before, beforeStart, characters) = (0, start, 0)
    while index < text.count {
      let (first, size) = UTF8Scalars.decode(text.span, at: index)
      guard let first, Scalars.isIndexedInPairs(first) || characters > 0 && Scalars.isMark(first)
      else {
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

  /// Folds one letter. There is room for any letter that text folds to.
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

  /// Each byte in its folded form: 0 if it is in no word, `beyond` if it is not ASCII.
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

/// The tokenizer `notes` of FTS5. Text that was split before begins with `prepared` and has its
/// words between blanks; any other is split by `WordSplitter`.
enum WordTokenizer {
  static let prepared: UInt8 = 1
  static let separator = UInt8(ascii: " ")

  static func register(on connection: OpaquePointer) throws(DatabaseError) {
    guard let api = csqlite_fts5(connection) else {
      throw DatabaseError(code: SQLITE_MISUSE, reason: "this SQLite lacks full-text search")
    }
    var tokenizer = fts5_tokenizer(
      xCreate: { _, _, _, tokenizer in
        // It has no state, but FTS5 expects an address.
        tokenizer?.pointee = OpaquePointer(malloc(1))
        return tokenizer?.pointee == nil ? SQLITE_NOMEM : SQLITE_OK
      },
      xDelete: { free(UnsafeMutableRawPointer($0)) },
      xTokenize: { _, context, flags, text, count, take in
        guard let text, let take, count > 0 else { return SQLITE_OK }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        return bytes.first == WordTokenizer.prepared
          ? WordTokenizer.readPrepared(text, Int(count), context, take)
          : WordTokenizer.readText(bytes, isQuery: flags & FTS5_TOKENIZE_QUERY != 0, context, take)
      })
    let answer = api.pointee.xCreateTokenizer(api, "notes", nil, &tokenizer, nil)
    guard answer == SQLITE_OK else { throw DatabaseError(answer, connection) }
  }

  private typealias Take =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  private static func readPrepared(
    _ text: UnsafePointer<CChar>, _ count: Int, _ context: UnsafeMutableRawPointer?, _ take: Take
  ) -> Int32 {
    var start = 1
    while start < count {
      let rest = count - start
      let end = memchr(text + start, Int32(separator), rest).map {
        UnsafePointer<CChar>($0.assumingMemoryBound(to: CChar.self)) - text
      }
      let length = (end ?? count) - start
      if length > 0 {
        let answer = take(
          context, 0, text + start, Int32(length), Int32(start), Int32(start + length))
        guard answer == SQLITE_OK else { return answer }
      }
      start += length + 1
    }
    return SQLITE_OK
  }

  private static func readText(
    _ bytes: UnsafeRawBufferPointer, isQuery: Bool, _ context: UnsafeMutableRawPointer?,
    _ take: Take
  ) -> Int32 {
    var answer = SQLITE_OK
    var splitter = WordSplitter()
    bytes.withMemoryRebound(to: UInt8.self) { text in
      splitter.split(text) { word, range, kind in
        // The last character is a word only at the run's end, and a query's run may continue.
        if answer != SQLITE_OK || isQuery && kind == .last { return }
        answer = word.withMemoryRebound(to: CChar.self) {
          take(
            context, 0, $0.baseAddress, Int32($0.count), Int32(range.lowerBound),
            Int32(range.upperBound))
        }
      }
    }
    return answer
  }
}
