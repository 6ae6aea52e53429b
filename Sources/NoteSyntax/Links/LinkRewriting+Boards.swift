package import Bytes
package import Entities

/// Obsidian's canvases, which are JSON, and bases, which are YAML. They are no notes, but lead to some.
extension LinkRewriting {
  private static let canvas = ".canvas"
  private static let base = ".base"

  package static func isBoard(_ path: NotePath) -> Bool {
    let name = path.name.text.lowercased()
    return name.hasSuffix(canvas) || name.hasSuffix(base)
  }

  /// The edits for a board: the cards of a canvas that are files which move, and wiki links. A name that
  /// would have to be escaped stays as it is.
  package func edits(inBoard bytes: [UInt8], at board: NotePath) -> [ByteEdit] {
    let isCanvas = board.name.text.lowercased().hasSuffix(Self.canvas)
    let cards = isCanvas ? cards(in: bytes) : []
    return (cards + wikiLinks(in: bytes, at: board)).inOrder()
  }

  /// `"file": "folder/Note.md"`, from the vault's top.
  private func cards(in bytes: [UInt8]) -> [ByteEdit] {
    let (mark, quote) = (Array("\"file\"".utf8), UInt8(ascii: "\""))
    var edits: [ByteEdit] = []
    var index = 0
    while let start = bytes.firstRange(of: mark, from: index) {
      index = start + mark.count
      var place = index
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { continue }
      place += 1
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == quote,
        let end = bytes[(place + 1)...].firstIndex(of: quote)
      else { continue }
      let range = (place + 1)..<end
      guard let new = moves[NotePath(bytes: Array(bytes[range]))], Self.isSafe(new.bytes) else {
        continue
      }
      edits.append(ByteEdit(range: range, bytes: new.bytes))
    }
    return edits
  }

  private func wikiLinks(in bytes: [UInt8], at board: NotePath) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var index = 0
    while let start = bytes.firstRange(of: Array("[[".utf8), from: index) {
      index = start + 2
      guard let end = bytes.firstRange(of: Array("]]".utf8), from: index) else { break }
      let link = Array(bytes[start..<(end + 2)])
      // What is escaped means something else than it says.
      guard Self.isSafe(link), !link[2...].contains(UInt8(ascii: "[")) else { continue }
      index = end + 2
      for edit in self.edits(in: link, at: board) where Self.isSafe(edit.bytes) {
        edits.append(
          ByteEdit(
            range: (edit.range.lowerBound + start)..<(edit.range.upperBound + start),
            bytes: edit.bytes))
      }
    }
    return edits
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
  }

  /// Whether the bytes mean themselves within the quotes of JSON and of YAML.
  private static func isSafe(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

extension [UInt8] {
  fileprivate func firstRange(of part: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + part.count <= count, let found = self[index...].firstIndex(of: part[0]) {
      if self[found...].starts(with: part) { return found }
      index = found + 1
    }
    return nil
  }
}
