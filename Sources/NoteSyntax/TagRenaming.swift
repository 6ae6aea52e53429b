package import Bytes
import Entities
import Folding
import MarkdownLines

/// Finds the edits of a note that rename a tag and its nested tags.
package enum TagRenaming {
  /// Whether a whole name can be a tag.
  package static func isName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let read = TagName(bytes.span, 0, bytes.count)
    return read.hasMore && read.range.upperBound == bytes.count && bytes.first != Byte.slash
  }

  /// Returns the edits in order, in the front matter and the text. `old`: with or without `#`, in
  /// any case. Tags that cannot be changed without changing something else stay.
  package static func edits(
    in bytes: [UInt8], renaming old: String, to new: String
  ) -> [ByteEdit] {
    let old = old.utf8.first == UInt8(ascii: "#") ? String(old.dropFirst()) : old
    let renaming = Renaming(old: Folding.name(old.utf8), new: Array(new.utf8))
    let scan = NoteScanner.scan(bytes.span)
    var edits = FrontMatterTags(bytes, scan, renaming).edits
    for tag in scan.tagRanges {
      if let end = renaming.end(of: bytes[tag]) {
        edits.append(ByteEdit(range: tag.lowerBound..<end, bytes: renaming.new))
      }
    }
    return edits.filter { !bytes[$0.range].elementsEqual($0.bytes) }
  }

  struct Renaming {
    /// The old name, folded.
    var old: [UInt8]
    var new: [UInt8]

    /// Returns the end of the part of a tag's name that is renamed; nil if it is another tag.
    func end(of name: ArraySlice<UInt8>) -> Int? {
      var index = name.startIndex
      while index <= name.endIndex {
        if index == name.endIndex || name[index] == Byte.slash,
          Folding.name(name[..<index]) == old
        {
          return index
        }
        index += 1
      }
      return nil
    }

    func renamed(_ name: String) -> String {
      let bytes = Array(name.utf8)
      guard let end = end(of: bytes[...]) else { return name }
      return String(decoding: new + bytes[end...], as: UTF8.self)
    }
  }
}

/// Tags in front matter. They are found as words on the lines of tag properties, and each change is
/// verified by reading the result.
private struct FrontMatterTags {
  private(set) var edits: [ByteEdit] = []
  private let bytes: [UInt8]
  private let renaming: TagRenaming.Renaming

  init(_ bytes: [UInt8], _ scan: NoteScan, _ renaming: TagRenaming.Renaming) {
    self.bytes = bytes
    self.renaming = renaming
    let whole = scan.frontMatter
    let names = scan.tags.dropLast(scan.tagRanges.count).map(\.name)
    guard !whole.isEmpty, scan.frontMatterProblem == nil,
      whole.count <= FrontMatterReader.mostBytes,
      names.contains(where: { renaming.renamed($0) != $0 })
    else { return }
    let head = Array(bytes[..<whole.upperBound])
    let lines = Set(scan.tags.dropLast(scan.tagRanges.count).map(\.line))
    for span in words(in: whole, lines) {
      let edit = ByteEdit(range: span, bytes: renaming.new)
      // Another property may share the line.
      if isOnlyTags(ByteEdit.apply([edit], to: head), scan) { edits.append(edit) }
    }
    removeDuplicates(head, scan)
  }

  /// Returns the ranges of names that are renamed.
  private func words(in whole: Range<Int>, _ lines: Set<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (line, index) = (1, whole.lowerBound)
    while index < whole.upperBound {
      if Self.ends(bytes[index]) {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
        continue
      }
      var end = index
      while end < whole.upperBound, !Self.ends(bytes[end]) { end += 1 }
      let start = bytes[index..<end].firstIndex { $0 != UInt8(ascii: "#") } ?? end
      // The property's own name is not a tag.
      if lines.contains(line), !isKey(end), let stop = renaming.end(of: bytes[start..<end]) {
        ranges.append(start..<stop)
      }
      index = end
    }
    return ranges
  }

  private static func ends(_ byte: UInt8) -> Bool {
    Byte.isBlank(byte) || separators.contains(byte)
  }

  private static let separators = Set("\n\r,\"'[]{}:".utf8)

  private func isKey(_ end: Int) -> Bool {
    var index = end
    while index < bytes.count, [0x20, UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index])
    {
      index += 1
    }
    return index < bytes.count && bytes[index] == UInt8(ascii: ":")
  }

  private static func isTags(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "tags" || name == "tag"
  }

  private func scanned(_ head: [UInt8]) -> NoteScan {
    NoteScanner.scan(head.span)
  }

  /// Whether only tags changed, and not a word in a comment, for example.
  private func isOnlyTags(_ head: [UInt8], _ scan: NoteScan) -> Bool {
    let after = scanned(head)
    return after.frontMatterProblem == nil && after.frontMatter.upperBound == head.count
      && after.properties != scan.properties
      && after.properties.map(\.name) == scan.properties.map(\.name)
      && after.properties.filter { !Self.isTags($0.name) }
        == scan.properties.filter { !Self.isTags($0.name) }
  }

  /// Removes items that are duplicates after renaming; all changes become one edit.
  private mutating func removeDuplicates(_ head: [UInt8], _ scan: NoteScan) {
    let renamed = ByteEdit.apply(edits, to: head)
    var merged = renamed
    for property in scanned(renamed).properties where Self.isTags(property.name) {
      var seen: Set<[UInt8]> = []
      let unique = property.values.filter { seen.insert(Folding.name($0.utf8)).inserted }
      if unique.count == property.values.count { continue }
      // Duplicates that existed before stay.
      let before = scan.properties.first { $0.name == property.name }?.values ?? []
      if Set(before.map { Folding.name($0.utf8) }).count < before.count { continue }
      guard let fewer = try? PropertyEdit.set(property.name, to: unique, in: merged) else {
        continue
      }
      merged = ByteEdit.apply(fewer, to: merged)
    }
    if merged == renamed { return }
    let start = zip(head, merged).prefix { $0 == $1 }.count
    let rest = min(head.count, merged.count) - start
    let end = zip(head.reversed(), merged.reversed()).prefix(rest).prefix { $0 == $1 }.count
    edits = [
      ByteEdit(
        range: start..<(head.count - end), bytes: Array(merged[start..<(merged.count - end)]))
    ]
  }
}
