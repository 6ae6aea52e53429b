import CSystem
import Glibc

/// Finds a folded word among raw bytes, whatever the case of its ASCII letters.
struct RawFinder: Sendable {
  private let word: [UInt8]
  /// The place of the letter that is met least often; nil where the word has no ASCII letter.
  private let rare: Int?

  /// From the rarest to the most common in European languages.
  private static let rarestFirst = Array("zqxjkvbpygfwmucldrhsnioate".utf8)

  init(_ word: [UInt8]) {
    self.word = word
    let order = Self.rarestFirst
    rare = word.indices.filter { Self.isLetter(word[$0]) }.min {
      order.firstIndex(of: word[$0]) ?? 0 < order.firstIndex(of: word[$1]) ?? 0
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  func firstPlace(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, bytes.count >= word.count, !word.isEmpty else {
      return nil
    }
    guard let rare else {
      return Self.firstPlace(of: word, in: bytes)
    }
    let small = firstPlace(start, bytes.count, rare, word[rare])
    // A capital beyond what was found need not be looked for.
    let end = small.map { $0 + word.count } ?? bytes.count
    return firstPlace(start, end, rare, word[rare] & 0xdf) ?? small
  }

  /// Where these very bytes first stand.
  static func firstPlace(of part: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, !part.isEmpty else { return nil }
    return memmem(start, bytes.count, part, part.count).map { start.distance(to: $0) }
  }

  /// With the rarest letter in this case.
  private func firstPlace(
    _ start: UnsafeRawPointer, _ count: Int, _ rare: Int, _ letter: UInt8
  ) -> Int? {
    var place = rare
    let last = count - (word.count - rare)
    while place <= last {
      guard let found = memchr(start + place, Int32(letter), last - place + 1) else { return nil }
      place = start.distance(to: found)
      if fits(start + place - rare) { return place - rare }
      place += 1
    }
    return nil
  }

  private func fits(_ start: UnsafeRawPointer) -> Bool {
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    return word.withUnsafeBufferPointer { word in
      for index in word.indices {
        let byte = bytes[index]
        if byte != word[index], !(Self.isLetter(word[index]) && byte | 0x20 == word[index]) {
          return false
        }
      }
      return true
    }
  }
}
