import Entities
import Services

/// What a catalog asks the index for.
extension CatalogRequest {
  /// All notes, in an order that the index has.
  var isWhole: Bool {
    order != .title && tag == nil && folder == nil && FoldedText.words(words).isEmpty
  }

  /// The ids in their order. By title they come in any.
  var select: String {
    var conditions: [String] = []
    if tag != nil {
      conditions.append(
        "id IN (SELECT note FROM tag WHERE key = ?1 OR key >= ?2 AND key < ?3)")
    }
    if folder != nil {
      conditions.append(
        "folder IN (SELECT id FROM folder WHERE path = ?4 OR path >= ?5 AND path < ?6)")
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let (down, up) = isReversed ? ("ASC", "DESC") : ("DESC", "ASC")
    let created = order == .created ? "coalesce(created, modified) \(down), " : ""
    return "SELECT id FROM note\(filter) ORDER BY \(created)id \(up)"
  }

  var values: [Cell] {
    if tag == nil && folder == nil { return [] }
    let tags = tag.map { TagKey.range($0) }
    let tagCells: [Cell] = tags.map { [.bytes($0.key), .bytes($0.from), .bytes($0.to)] } ?? []
    guard let folder else { return tagCells }
    let path = folder.bytes
    let first: [Cell] = tagCells.isEmpty ? [.null, .null, .null] : tagCells
    // The root's own key is empty, and everything is below it.
    let below: [Cell] =
      path.isEmpty
      ? [.bytes([]), .bytes([0xff, 0xff])]
      : [.bytes(path + [UInt8(ascii: "/")]), .bytes(path + [UInt8(ascii: "/") + 1])]
    return first + [.bytes(path)] + below
  }
}

extension Database {
  /// The ids of all notes, ascending. They are read from a small index: the notes themselves are ten
  /// times as much to go through.
  func idsByAge() throws(DatabaseError) -> [Int64] {
    try all("SELECT id FROM note INDEXED BY note_folder") { $0.int(0) }.sorted()
  }
}
