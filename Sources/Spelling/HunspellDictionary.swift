import Bytes
import CHunspell
import Files
import Glibc
import Services
import Synchronization

/// A dictionary loaded by hunspell. Only one thread at a time may use it.
final class HunspellDictionary {
  /// `WORDCHARS`: the characters of words besides letters.
  let signs: String
  private let encoding: DictionaryEncoding
  private let handle: OpaquePointer

  /// No dictionary has longer words, and hunspell ignores them.
  private static let longest = 256
  /// For a longer word, suggestions take too long.
  private static let longestGuessed = 64
  /// A limit: real rules are a few hundred kilobytes.
  private static let mostRules = 64 << 20

  /// Loads a dictionary. `base` is the path of both files without `.aff` and `.dic`.
  init(base: String) throws(SpellingError) {
    let (rules, words) = ("\(base).aff", "\(base).dic")
    let head: [UInt8]
    do throws(SystemError) {
      let path = try Posix.realPath(Array(rules.utf8))
      head = try Posix.contents(path, limit: Self.mostRules)
      // hunspell treats an unreadable file as an empty one.
      _ = try Posix.open(Array(words.utf8), O_RDONLY)
    } catch {
      throw .unreadable(base, reason: error.reason)
    }
    let set = Self.value(of: "SET", in: head).map { String(decoding: $0, as: UTF8.self) }
    guard let encoding = DictionaryEncoding(named: set ?? "ISO8859-1") else {
      throw .unreadable(base, reason: "its character set \(set ?? "") is not known")
    }
    guard let handle = Self.loading.withLock({ _ in Hunspell_create(rules, words) }) else {
      throw .unreadable(base, reason: "there is not enough memory")
    }
    self.encoding = encoding
    self.handle = handle
    signs = Self.value(of: "WORDCHARS", in: head).map { encoding.decoded($0) } ?? ""
  }

  deinit { Self.loading.withLock { _ in Hunspell_destroy(handle) } }

  /// All dictionaries share hunspell's table of letters, which it makes with the first of them and
  /// counts without a lock. A dictionary that is ready too soon takes capital letters for others.
  private static let loading = Mutex(())

  private static func value(of name: String, in rules: [UInt8]) -> ArraySlice<UInt8>? {
    let start = Array(name.utf8) + [Byte.space]
    for line in rules.split(separator: Byte.lineFeed) {
      // A byte order mark may precede the first line.
      let line = line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line
      guard line.starts(with: start) else { continue }
      return line.dropFirst(start.count).drop { Byte.isBlank($0) }.prefix { !Byte.isBlank($0) }
    }
    return nil
  }

  func has(_ word: String) -> Bool {
    guard word.utf8.count < Self.longest, let text = text(word) else { return false }
    return Hunspell_spell(handle, text) != 0
  }

  func suggestions(for word: String) -> [String] {
    guard word.utf8.count <= Self.longestGuessed, let text = text(word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Hunspell_suggest(handle, &list, text)
    defer { Hunspell_free_list(handle, &list, count) }
    return (0..<Int(count)).compactMap { index in
      guard let found = list?[index] else { return nil }
      return encoding.decoded(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
  }

  /// Returns the words of the dictionary's file that begin so. Forms that only its rules make are not
  /// among them.
  func words(beginning start: String, base: String) -> [String] {
    guard let wanted = encoding.encoded(start), !wanted.isEmpty,
      let path = try? Posix.realPath(Array("\(base).dic".utf8)),
      let text = try? Posix.contents(path, limit: Self.mostRules)
    else { return [] }
    return text.split(separator: Byte.lineFeed).compactMap { line in
      guard line.starts(with: wanted) else { return nil }
      let word = line.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\t") && $0 != 0x0d }
      return encoding.decoded(word)
    }
  }

  /// Encodes a word for hunspell: in the dictionary's character set, with a zero at the end.
  private func text(_ word: String) -> [CChar]? {
    encoding.encoded(word).map { $0.map { CChar(bitPattern: $0) } + [0] }
  }
}

/// The version for the list of linked libraries, because hunspell does not report its own.
package enum SpellingLibrary {
  package static var version: String { "hunspell 1.7" }
}
