package import Entities
import Folding
package import NoteQueries
import NoteSyntax
package import Services
import VaultSettings

/// Finds what would change in which notes, for the user to review first.
package struct VaultChanges: NoteChanges {
  let index: IndexAccess
  let search: VaultSearch
  let foreign: any ForeignSettings

  @concurrent
  package func renaming(
    tag: String, to name: String
  ) async throws(NoteIndexError) -> [NoteChange] {
    guard TagRenaming.isName(name) else {
      throw .refused(
        "“\(name)” cannot be a tag: letters, digits, “_”, “-” and “/” can, and not digits alone.")
    }
    let range = TagKey.range(tag)
    let notes = try notes(
      "SELECT note FROM tag WHERE key = ? OR key >= ? AND key < ?",
      [.bytes(range.key), .bytes(range.from), .bytes(range.to)])
    let keyword = KeywordRenaming(old: tag, new: name)
    try check(keyword, name, notes)
    var found = FoundChanges(index.files)
    for note in notes {
      try found.look(at: note.id, titled: note.title) { (text) throws(NoteIndexError) in
        TagRenaming.edits(in: text, renaming: tag, to: name)
      }
      if let path = keyword.path(of: note.id.path) { try found.rename(note, to: path) }
    }
    return found.changes
  }

  /// Throws if file names cannot contain the tag: the old one would remain in them.
  private func check(
    _ keyword: KeywordRenaming, _ name: String, _ notes: [NoteMatch]
  ) throws(NoteIndexError) {
    if keyword.isPossible { return }
    let named = notes.map(\.id.path).filter(keyword.isInName)
    guard let first = named.first else { return }
    let more = named.count == 1 ? "" : " and \(named.count - 1) more"
    let other = String(name.filter { $0.isLetter || $0.isNumber }).lowercased()
    throw .refused(
      "Denote's keywords in file names have only letters and digits: “\(other)” can be one,"
        + " “\(name)” cannot. It would be one in \(first.text)\(more).")
  }

  @concurrent
  package func linking(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws(NoteIndexError) -> [NoteChange] {
    let form = await foreign.obsidian().newLinks
    var found = FoundChanges(index.files)
    for (source, records) in mentions.grouped(by: \.source) {
      try found.look(at: source, titled: records[0].sourceTitle) { (text) throws(NoteIndexError) in
        let target = try index.asking { (database) throws(DatabaseError) in
          try NewLinks(form, database, index.files).writing(of: note.path, from: source.path)
        }
        return try MentionLinks(text, target).edits(for: records)
      }
    }
    return found.changes
  }

  @concurrent
  package func renaming(
    part: String, of note: NoteID, to words: String
  ) async throws(NoteIndexError) -> [NoteChange] {
    let isBlock = part.hasPrefix("^")
    try PartEdits.check(words, isBlock: isBlock)
    var found = FoundChanges(index.files)
    var renamed: PartEdits?
    try found.look(at: note, titled: title(of: note)) { (text) throws(NoteIndexError) in
      renamed = try PartEdits(part, in: text, to: words)
      return renamed?.all(in: text) ?? []
    }
    guard let renamed else {
      throw .refused("\(note.path.text) has no “\(part)” any more, or cannot be read.")
    }
    if !renamed.isFirst { return found.changes }
    let (sources, leads) = try linkSources(of: note)
    for source in sources where source.id != note {
      try found.look(at: source.id, titled: source.title) { (text) throws(NoteIndexError) in
        renamed.links(in: text) { name in name.map { leads($0, source.id.path) } ?? false }
      }
    }
    return found.changes
  }

  // MARK: - Index queries

  /// Returns the notes whose ids a query finds, newest first.
  func notes(_ sql: String, _ values: [Cell]) throws(NoteIndexError) -> [NoteMatch] {
    try index.asking { (database) throws(DatabaseError) in
      try database.query("SELECT path, title FROM note WHERE id IN (\(sql)) ORDER BY id", values)
        .all { NoteMatch(id: NoteID($0.path(0)), title: $0.text(1)) }
    }
  }

  func title(of note: NoteID) throws(NoteIndexError) -> String {
    let known = try index.asking { (database) throws(DatabaseError) -> String? in
      let rows = try database.query(
        "SELECT title FROM note WHERE path = ?", .bytes(note.path.bytes))
      return try rows.next() ? rows.text(0) : nil
    }
    return known ?? note.path.stem.text
  }

  /// Returns the notes with links that may lead to a note, and a test whether a link in them does.
  private func linkSources(
    of note: NoteID
  ) throws(NoteIndexError) -> ([NoteMatch], (LinkName, NotePath) -> Bool) {
    let notes = try notes(
      """
      SELECT l.note FROM link l JOIN name m ON m.key = l.key JOIN note n ON n.id = m.note
      WHERE n.path = ? AND m.\(Schema.NameKind.leads) AND l.part IS NOT NULL
      """, [.bytes(note.path.bytes)])
    let candidates = try index.asking { (database) throws(DatabaseError) in
      let resolver = LinkResolver(database)
      var candidates: [[UInt8]: [LinkResolver.Candidate]] = [:]
      let rows = try database.query(
        """
        SELECT m.key FROM name m JOIN note n ON n.id = m.note
        WHERE n.path = ? AND m.\(Schema.NameKind.leads)
        """, .bytes(note.path.bytes))
      while try rows.next() {
        candidates[rows.bytes(0)] = try resolver.candidates(rows.bytes(0))
      }
      return candidates
    }
    return (
      notes,
      { name, source in
        guard let found = candidates[name.key] else { return false }
        return LinkResolver.best(of: found, for: name, from: source)?.path == note.path
      }
    )
  }
}

extension Array {
  /// Groups the elements by key, in the order of each group's first.
  fileprivate func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var indices: [Key: Int] = [:]
    for element in self {
      if let index = indices[key(element)] {
        groups[index].elements.append(element)
      } else {
        indices[key(element)] = groups.count
        groups.append((key(element), [element]))
      }
    }
    return groups
  }
}

extension VaultChanges {
  @concurrent
  package func changing(
    _ property: PropertyChange, in query: NoteQuery
  ) async throws(NoteIndexError) -> PropertyChanges {
    var conditions = [try Condition(query, clock: index.clock, tasks: foreign.taskRules)]
    if case .set = property {
    } else {
      conditions.append(.property(Folding.name(property.name.utf8), nil))
    }
    var found = FoundChanges(index.files)
    var olds: [NoteID: NoteProperty] = [:]
    var left: [PropertyChanges.Left] = []
    let notes = try search.find(.all(conditions), limit: .max)
    for note in notes {
      try found.look(at: note.id, titled: note.title, asWhole: true) {
        (text) throws(NoteIndexError) in
        olds[note.id] = PropertyEdit.property(property.name, in: text)
        do throws(PropertyProblem) {
          return try PropertyEdit.edits(property, in: text)
        } catch {
          left.append(PropertyChanges.Left(note: note.id, reason: error.message))
          return []
        }
      }
    }
    return PropertyChanges(
      found: found.changes.map { PropertyChanges.Found(change: $0, old: olds[$0.note]) },
      left: left, matched: notes.count)
  }
}
