import Bytes
import Entities
import Files
import Glibc
import Services

/// A file of the user's own words, one per line, which can also be edited by hand.
struct OwnWordFile: Sendable {
  let path: NotePath
  /// Whether the file is in a vault. A stranger may have made the vault, so no link is followed.
  let isOfVault: Bool
  private static let limit = 8 << 20

  /// Returns the words, or none if there is no readable file.
  func words() -> [String] {
    Self.words(of: (try? read()) ?? [])
  }

  private static func words(of text: [UInt8]) -> [String] {
    text.split(separator: Byte.lineFeed).compactMap { line in
      let word = line.span.copy(Byte.trimmed(in: line.span, 0..<line.count))
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }
  }

  /// Adds a word. All other lines stay.
  func add(_ word: String) throws(SpellingError) {
    do throws(SystemError) {
      let real = real
      let folder = try folder(of: real)
      // Two programs at once would lose each other's words. Closing the folder unlocks it.
      try Posix.lock(folder.raw)
      var text = try read()
      if Self.words(of: text).contains(word) { return }
      if let last = text.last, last != Byte.lineFeed { text.append(Byte.lineFeed) }
      try NewFile.put(text + word.utf8 + [Byte.lineFeed], as: real.name.bytes, in: folder.raw)
    } catch {
      throw .cannotAdd(path.text, reason: error.reason)
    }
  }

  /// Removes a word; false if the file does not have it. All other lines stay.
  func remove(_ word: String) throws(SpellingError) -> Bool {
    do throws(SystemError) {
      if !words().contains(word) { return false }
      let real = real
      let folder = try folder(of: real)
      try Posix.lock(folder.raw)
      let lines = try read().split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      let left = lines.filter { Self.words(of: Array($0)) != [word] }
      try NewFile.put(
        Array(left.joined(separator: [Byte.lineFeed])), as: real.name.bytes, in: folder.raw)
      return true
    } catch {
      throw .cannotRemove(path.text, reason: error.reason)
    }
  }

  /// Where a link to the file leads. A link in a vault is not followed.
  private var real: NotePath {
    isOfVault ? path : (try? Posix.realPath(path.bytes)).map { NotePath(bytes: $0) } ?? path
  }

  private func folder(of file: NotePath) throws(SystemError) -> Descriptor {
    guard isOfVault else { return try PrivateFolder.open(file.folder.bytes, making: true) }
    try PrivateFolder.make(file.folder.bytes, mode: 0o700)
    return try Posix.openFolder(file.folder.bytes, followingLink: false)
  }

  private func read() throws(SystemError) -> [UInt8] {
    do throws(SystemError) {
      let path = isOfVault ? path.bytes : try Posix.realPath(path.bytes)
      return try Posix.contents(path, limit: Self.limit)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return [] }
      throw error
    }
  }
}

/// A lookup of own words: a lowercase word is also right at the start of a sentence, and any word
/// in all capitals, as in hunspell.
struct UserDictionary {
  private var words: Set<String> = []
  private var lowered: Set<String> = []

  mutating func insert(_ word: String) {
    words.insert(word)
    lowered.insert(word.lowercased())
  }

  /// False if it was not there.
  mutating func remove(_ word: String) -> Bool {
    guard words.remove(word) != nil else { return false }
    lowered = Set(words.map { $0.lowercased() })
    return true
  }

  func has(_ word: String) -> Bool {
    if words.isEmpty { return false }
    if words.contains(word) { return true }
    let small = word.lowercased()
    guard lowered.contains(small) else { return false }
    if word == word.uppercased() { return true }
    // Only the first letter may be a capital.
    return words.contains(small) && word.dropFirst() == small.dropFirst()
  }
}
