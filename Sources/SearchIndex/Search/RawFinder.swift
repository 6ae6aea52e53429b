import CSystem
import Glibc

/// Finds a folded word among raw bytes, ignoring the case of its ASCII letters.
struct RawFinder: Sendable {
  private let word: [UInt8]
  /// The index of the rarest letter; nil if the word has no ASCII letter.
  private let rare: Int?

  /// From the rarest to the most common letter in European languages.
  private static let rarestFirst = Array("zqxjkvbpygfwmucldrhsnioate".utf8)

  init(_ word: [UInt8]) {
    self.word = word
    let order = Self.rarestFirst
    rare = word.indices.filter { Self.isLetter(word[$0]) }.min {
      order.firstIndex(of: word[$0]) ?? 0 < order.firstIndex(of: word[$1]) ?? 0
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  func firstOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, bytes.count >= word.count, !word.isEmpty else {
      return nil
    }
    guard let rare else {
      return Self.firstOffset(of: word, in: bytes)
    }
    let small = firstOffset(start, bytes.count, rare, word[rare])
    // A capital after the first match is not needed.
    let end = small.map { $0 + word.count } ?? bytes.count
    return firstOffset(start, end, rare, word[rare] & 0xdf) ?? small
  }

  /// Returns the first offset of exactly these bytes.
  static func firstOffset(of part: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, !part.isEmpty else { return nil }
    return memmem(start, bytes.count, part, part.count).map { start.distance(to: $0) }
  }

  /// Returns the first offset with the rarest letter in this case.
  private func firstOffset(
    _ start: UnsafeRawPointer, _ count: Int, _ rare: Int, _ letter: UInt8
  ) -> Int? {
    var offset = rare
    let last = count - (word.count - rare)
    while offset <= last {
      guard let found = memchr(start + offset, Int32(letter), last - offset + 1) else { return nil }
      offset = start.distance(to: found)
      if fits(start + offset - rare) { return offset - rare }
      offset += 1
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
