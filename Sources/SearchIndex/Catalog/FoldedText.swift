import Bytes
import Folding

/// Text for filtering a list: without case and marks.
enum FoldedText {
  static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    let text = text.assumingMemoryBound(to: UInt8.self)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
        continue
      }
      let first = UTF8Scalars.decode(text.span, at: index)
      guard let scalar = first.scalar else {
        folded.append(byte)
        index += 1
        continue
      }
      let whole = Scalars.joined(scalar, first.length, text, index)
      Folding.word(whole.scalar) { letter in
        folded.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
      }
      index += whole.size
    }
  }

  static func of(_ text: String) -> [UInt8] {
    var (text, folded) = (text, [UInt8]())
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
    return folded
  }

  /// Returns the words between blanks, each folded.
  static func words(_ text: String) -> [[UInt8]] {
    text.split(whereSeparator: \.isWhitespace).map { of(String($0)) }.filter { !$0.isEmpty }
  }

  /// Whether a nonempty word is part of another.
  static func contains(_ word: [UInt8], in other: [UInt8]) -> Bool {
    other.withUnsafeBytes { RawFinder.firstOffset(of: word, in: $0) != nil }
  }
}

/// A tag and those below it, as a range of keys.
enum TagKey {
  static func range(_ tag: String) -> (key: [UInt8], from: [UInt8], to: [UInt8]) {
    let key = Folding.name(
      tag.utf8.first == UInt8(ascii: "#") ? tag.dropFirst().utf8 : tag[...].utf8)
    return (key, key + [UInt8(ascii: "/")], key + [UInt8(ascii: "/") + 1])
  }

  /// Whether the key equals the tag or is below it.
  static func isBelow(_ key: [UInt8], _ tag: [UInt8]) -> Bool {
    key == tag || key.starts(with: tag) && key[tag.count] == UInt8(ascii: "/")
  }
}
