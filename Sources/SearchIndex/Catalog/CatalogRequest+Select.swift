import Entities
import Folding
import Services
import VaultSettings

/// What a catalog asks the index for.
extension CatalogRequest {
  /// All notes, in an order that the index has.
  var isWhole: Bool { !order.isByAlphabet && !narrows && FoldedText.words(words).isEmpty }

  /// Whether it wants but some of the notes, before its words are looked for in their rows. What is new in
  /// a request and leaves notes out belongs here, into `select`, and into `SurveyCatalog`, which has no
  /// index: `CatalogTests.cases` asks all of them.
  var narrows: Bool { folder != nil || asksForTags }
  var asksForTags: Bool { tag != nil || !filter.tags.isEmpty }

  /// The words that are looked for in the rows, and what tags have to begin with.
  var filter: (words: [[UInt8]], tags: [[UInt8]]) {
    var filter: (words: [[UInt8]], tags: [[UInt8]]) = ([], [])
    for word in words.split(whereSeparator: \.isWhitespace) {
      let name = word.dropFirst()
      // No tag is a number: `#5` is a word.
      if word.first == "#", name.isEmpty || !name.allSatisfy(\.isNumber) {
        filter.tags.append(Folding.name(name.utf8))
      } else {
        filter.words += FoldedText.words(String(word))
      }
    }
    return filter
  }

  /// The ids in their order. By title or name they come in any.
  var select: (sql: String, values: [Cell]) {
    var (conditions, values): ([String], [Cell]) = ([], [])
    if let tag = tag.map({ TagKey.range($0) }) {
      conditions.append("id IN (SELECT note FROM tag WHERE key = ? OR key >= ? AND key < ?)")
      values = [.bytes(tag.key), .bytes(tag.from), .bytes(tag.to)]
    }
    for start in filter.tags {
      conditions.append("id IN (SELECT note FROM tag WHERE key >= ? AND key < ?)")
      values += [.bytes(start), .bytes(start + [0xff])]
    }
    if let folder {
      conditions.append(
        "folder IN (SELECT id FROM folder WHERE path = ? OR path >= ? AND path < ?)")
      // The root's own key is empty, and everything is below it.
      let isRoot = folder.bytes.isEmpty
      values +=
        [.bytes(folder.bytes)] + (isRoot ? [.bytes([]), .bytes([0xff, 0xff])] : folder.bounds)
    }
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let (down, up) = isReversed ? ("ASC", "DESC") : ("DESC", "ASC")
    let created = order == .created ? "coalesce(created, modified) \(down), " : ""
    return ("SELECT id FROM note\(condition) ORDER BY \(created)id \(up)", values)
  }
}

extension Database {
  /// The ids of all notes, ascending. They are read from a small index: the notes themselves are ten
  /// times as much to go through.
  func idsByAge() throws(DatabaseError) -> [Int64] {
    try all("SELECT id FROM note INDEXED BY note_folder") { $0.int(0) }.sorted()
  }
}
