import Bytes
import Entities
import Files
import Glibc
import Services

/// Words that somebody added, one a line, in a file that can be written by hand as well.
struct OwnWordFile: Sendable {
  let path: NotePath
  /// It lies in a vault, which a stranger may have made: no link is followed.
  let isOfVault: Bool
  private static let limit = 8 << 20

  /// None where there is no such file, or it cannot be read.
  func words() -> [String] {
    Self.words(of: (try? read()) ?? [])
  }

  private static func words(of text: [UInt8]) -> [String] {
    text.split(separator: Byte.lineFeed).compactMap { line in
      let word = line.span.copy(Byte.trimmed(in: line.span, 0..<line.count))
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }
  }

  /// All other lines stay as they are.
  func add(_ word: String) throws(SpellingError) {
    do throws(SystemError) {
      let real =
        isOfVault ? path : (try? Posix.realPath(path.bytes)).map { NotePath(bytes: $0) } ?? path
      let folder = try folder(of: real)
      // Two programs at once would each lose the other's word. Closing the folder unlocks it.
      try Posix.lock(folder.raw)
      var text = try read()
      if Self.words(of: text).contains(word) { return }
      if let last = text.last, last != Byte.lineFeed { text.append(Byte.lineFeed) }
      try NewFile.put(text + word.utf8 + [Byte.lineFeed], as: real.name.bytes, in: folder.raw)
    } catch {
      throw .cannotAdd(path.text, reason: error.reason)
    }
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

/// Own words as they are looked for: one in small letters is right at the start of a sentence too, and
/// each is right in capitals, as hunspell has it.
struct UserDictionary {
  private var words: Set<String> = []
  private var lowered: Set<String> = []

  mutating func insert(_ word: String) {
    words.insert(word)
    lowered.insert(word.lowercased())
  }

  func has(_ word: String) -> Bool {
    if words.isEmpty { return false }
    if words.contains(word) { return true }
    let small = word.lowercased()
    guard lowered.contains(small) else { return false }
    if word == word.uppercased() { return true }
    // With the first letter alone in capitals.
    return words.contains(small) && word.dropFirst() == small.dropFirst()
  }
}
