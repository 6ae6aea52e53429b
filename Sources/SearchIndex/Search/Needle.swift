import Bytes
import Folding

/// Adjacent words to look for, split like the words of notes.
struct Needle: Sendable {
  /// Folded. In a run of Chinese, Japanese or Korean each pair of neighbors is a word.
  let words: [[UInt8]]
  /// Whether the last word may be a prefix.
  let isPrefix: Bool
  /// One for each word.
  let finders: [RawFinder]

  /// Matches words with this beginning.
  init(beginning text: String) { self.init(text, isPrefix: true) }

  /// Matches only these whole words.
  init(phrase text: String) { self.init(text, isPrefix: false) }

  private init(_ text: String, isPrefix: Bool) {
    var words: [[UInt8]] = []
    var last = WordSplitter.Kind.word
    var text = text
    text.withUTF8 { bytes in
      var splitter = WordSplitter()
      splitter.split(bytes) { word, _, kind in
        words.append(Array(word))
        last = kind
      }
    }
    // The run may continue in the note, and its last character is in the pair before.
    if last == .last, words.count > 1 { words.removeLast() }
    self.words = words
    finders = words.map { RawFinder($0) }
    // A single character is found anywhere, by every pair that begins with it; a pair is complete,
    // and an exact search for it is cheaper.
    self.isPrefix = last == .word ? isPrefix : last == .single
  }

  /// Whether there is nothing to find, because there are no letters or digits.
  var isEmpty: Bool { words.isEmpty }

  /// Whether the full-text index alone can decide: it has words but not their order.
  var isSingle: Bool { words.count == 1 }

  /// The FTS5 query, which finds several words in any order.
  var match: String {
    words.indices.map { index in
      Self.match(words[index], isOpen: isPrefix && index == words.count - 1)
    }.chained(by: " AND ")
  }

  /// Returns one word for FTS5. The byte before it marks it as already split.
  static func match(_ word: [UInt8], isOpen: Bool) -> String {
    let text = String(decoding: [WordTokenizer.prepared] + word, as: UTF8.self)
    return "\"\(text)\"" + (isOpen ? " *" : "")
  }

  /// Whether a note's word matches the needle's word at this index.
  func fits(_ word: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let wanted = words[index]
    if isPrefix, index == words.count - 1 {
      guard word.count >= wanted.count else { return false }
    } else if word.count != wanted.count {
      return false
    }
    return wanted.withUnsafeBufferPointer { wanted in
      for offset in wanted.indices where wanted[offset] != word[offset] { return false }
      return true
    }
  }
}

/// The words of a text whose spelling differs from the folded form, apart from the case of ASCII
/// letters: with accents, in capitals of other alphabets, in full or half width, in parts.
///
/// A folded word is found among a text's raw bytes, or here, or nowhere. Most texts have few such
/// words, and need not be split.
struct FoldedSpellings {
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
      // Most of Chinese, where no character is a spelling of another.
      if (0xe4...0xe9).contains(first), index + 2 < text.count, text[index + 1] & 0xc0 == 0x80,
        text[index + 2] & 0xc0 == 0x80
      {
        index += 3
        continue
      }
      let (scalar, size) = UTF8Scalars.decode(text.span, at: index)
      guard let scalar, Self.changesWhenFolded(scalar) else {
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

  /// Whether one of these words begins so.
  func contains(_ word: [UInt8]) -> Bool {
    guard words.count > word.count else { return false }
    return words.withUnsafeBytes { RawFinder.firstOffset(of: [Self.mark] + word, in: $0) != nil }
  }

  /// Whether folding changes the scalar.
  static func changesWhenFolded(_ scalar: Unicode.Scalar) -> Bool {
    // Hangul in parts is joined only with its neighbors.
    if (0x1100...0x11ff).contains(scalar.value) { return true }
    var isSame = false
    var count = 0
    Folding.word(scalar) {
      count += 1
      isSame = count == 1 && $0 == scalar
    }
    if isSame { return false }
    return Scalars.isIndexedInPairs(scalar) || Scalars.isPartOfWord(scalar)
      || Scalars.isMark(scalar)
  }

  /// Returns the range of everything that may be one word with the text at an offset.
  private static func chunk(
    around index: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var (start, end) = (index, index)
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

/// Expands an unfinished last word to the index's words.
///
/// FTS5 returns the notes of a whole word one by one, in their order; for a prefix it merges the
/// lists of all words first, which for a few letters takes longer than a key press. So if a prefix
/// has few words, the query lists these instead.
final class PrefixExpansion {
  private static let most = 8
  /// No user types more prefixes.
  private static let mostAsked = 16

  private let database: Database
  private var known: [[UInt8]: [[UInt8]]] = [:]
  /// Whether a requested prefix has more than `most` words.
  var hasMany: Bool { !many.isEmpty }
  private var many: Set<[UInt8]> = []

  init(of database: Database) { self.database = database }

  /// Returns the FTS5 query for the needle's words, in any order.
  func match(_ needle: Needle) -> String {
    guard needle.isPrefix, let last = needle.words.last else { return needle.match }
    let endings = endings(of: last)
    if endings.isEmpty { return needle.match }
    let any = endings.map { Needle.match($0, isOpen: false) }.chained(by: " OR ")
    let before = needle.words.dropLast().map { Needle.match($0, isOpen: false) }
    return (before + [endings.count == 1 ? any : "(\(any))"]).chained(by: " AND ")
  }

  /// Whether the needle's last word is a prefix with more than `most` words.
  func areMany(_ needle: Needle) -> Bool {
    guard needle.isPrefix, let last = needle.words.last else { return false }
    _ = endings(of: last)
    return many.contains(last)
  }

  /// Returns nothing if there are too many, or none; the query itself will report an error.
  private func endings(of word: [UInt8]) -> [[UInt8]] {
    if let known = known[word] { return known }
    var found: [[UInt8]] = []
    if known.count < Self.mostAsked {
      do throws(DatabaseError) {
        found = try words(beginning: word)
      } catch {
        found = []
      }
    }
    if found.count > Self.most {
      many.insert(word)
      found = []
    }
    known[word] = found
    return found
  }

  /// Returns at most one more than `most`.
  private func words(beginning word: [UInt8]) throws(DatabaseError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var next = word
    while found.count <= Self.most {
      let rows = try database.query(
        "SELECT term FROM term WHERE term >= ? LIMIT 1",
        .text(String(decoding: next, as: UTF8.self)))
      guard try rows.next() else { break }
      let term = rows.bytes(0)
      guard term.starts(with: word) else { break }
      found.append(term)
      // The smallest term after it.
      next = term + [0]
    }
    return found
  }
}
