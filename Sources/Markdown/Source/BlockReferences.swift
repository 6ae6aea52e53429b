import Bytes

/// Logseq's `((id))` and `{{embed ((id))}}`, which show the words of the block with `id:: id`.
package enum BlockReferences {
  private struct Reference {
    var id: String
    var range: Range<Int>
  }

  /// Returns the ids without repetition, in the order of the text.
  package static func ids(in text: [UInt8]) -> [String] {
    var ids: [String] = []
    for reference in all(in: text) where !ids.contains(reference.id) { ids.append(reference.id) }
    return ids
  }

  /// Replaces references with the words of their blocks. The number of lines does not change.
  package static func filled(_ text: [UInt8], with words: [String: [UInt8]]) -> [UInt8] {
    ByteEdit.apply(
      all(in: text).compactMap { reference in
        words[reference.id].map { ByteEdit(range: reference.range, bytes: $0) }
      }, to: text)
  }

  /// Returns the words of a block on one line, without its bullet and properties; nil if the note
  /// has no such block.
  package static func words(of id: String, in note: [UInt8]) -> [UInt8]? {
    let lines = note.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map {
      Array($0.drop(while: Byte.isBlank))
    }
    let wanted = Array("id:: \(id)".utf8)
    guard let own = lines.firstIndex(where: { $0.starts(with: wanted) }),
      let first = lines[..<own].lastIndex(where: { $0.starts(with: "- ".utf8) })
    else { return nil }
    let words = lines[first..<own].filter { !isProperty($0) }.map { line in
      Byte.onOneLine(
        String(
          decoding: line.starts(with: "- ".utf8) ? line.dropFirst(2) : line[...], as: UTF8.self))
    }
    return Array(words.joined(separator: [0x20]))
  }

  private static func isProperty(_ line: [UInt8]) -> Bool {
    let name = line.prefix { Byte.isName($0) }
    return !name.isEmpty && line.dropFirst(name.count).starts(with: ":: ".utf8)
  }

  private static let embed = Array("{{embed ".utf8)

  /// Returns the references outside code.
  private static func all(in text: [UInt8]) -> [Reference] {
    guard text.contains(UInt8(ascii: "(")) else { return [] }
    var references: [Reference] = []
    var (start, fence): (Int, UInt8?) = (0, nil)
    for line in text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let words = line.drop(while: { Byte.isBlank($0) || $0 == UInt8(ascii: "-") })
      if let mark = words.first, mark == Byte.backtick || mark == UInt8(ascii: "~"),
        words.prefix(while: { $0 == mark }).count > 2, fence == nil || fence == mark
      {
        fence = fence == nil ? mark : nil
        continue
      }
      if fence == nil { references += all(inLine: line) }
    }
    return references
  }

  private static func all(inLine line: ArraySlice<UInt8>) -> [Reference] {
    var (references, index, isCode): ([Reference], Int, Bool) = ([], line.startIndex, false)
    while index < line.endIndex {
      if line[index] == Byte.backtick { isCode.toggle() }
      guard !isCode, let id = id(at: index, in: line) else {
        index += 1
        continue
      }
      var range = index..<(index + id.utf8.count + 4)
      if line[..<index].suffix(embed.count).elementsEqual(embed),
        line[range.upperBound...].starts(with: "}}".utf8)
      {
        range = (range.lowerBound - embed.count)..<(range.upperBound + 2)
      }
      references.append(Reference(id: id, range: range))
      index = range.upperBound
    }
    return references
  }

  /// Reads `((`, an id of 36 characters, and `))`.
  private static func id(at index: Int, in line: ArraySlice<UInt8>) -> String? {
    let end = index + 40
    guard end <= line.endIndex, line[index...].starts(with: "((".utf8),
      line[(end - 2)..<end].elementsEqual("))".utf8)
    else { return nil }
    let id = line[(index + 2)..<(end - 2)]
    let isID = id.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-") : Byte.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }
    return isID ? String(decoding: id, as: UTF8.self) : nil
  }
}
