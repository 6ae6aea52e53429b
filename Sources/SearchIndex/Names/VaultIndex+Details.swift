package import Entities
package import Services

extension VaultIndex {
  @concurrent
  package func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails? {
    let known =
      try index.freshen(makingFirst: false)
      ? try index.reading { (database) throws(DatabaseError) in
        try Self.details(of: note, database)
      } : nil
    if let known { return known }
    guard let fact = index.files.facts(of: note) else { return nil }
    var reader = NoteReader(index.files)
    return reader.read(note.path, fact).map(Self.details)
  }

  private static func details(
    of note: NoteID, _ database: Database
  ) throws(DatabaseError) -> NoteDetails? {
    let rows = try database.query(
      """
      SELECT id, title, snippet, modified, obstacle, created, words, tasks, openTasks FROM note
      WHERE path = ?
      """, .bytes(note.path.bytes))
    guard try rows.next() else { return nil }
    let id = rows.int(0)
    var details = NoteDetails(
      summary: NoteSummary(
        id: note, title: rows.text(1), snippet: rows.text(2),
        modified: rows.time(3), obstacle: rows.optionalText(4).map(NoteObstacle.init(code:))),
      tags: [], aliases: [],
      created: rows.isNull(5) ? nil : rows.time(5), properties: [],
      words: Int(rows.int(6)), tasks: Int(rows.int(7)), openTasks: Int(rows.int(8)))
    details.tags = try database.all(
      "SELECT m.name FROM tag t JOIN tagname m ON m.key = t.key WHERE t.note = ? ORDER BY t.key",
      .int(id)
    ) { $0.text(0) }
    let properties = try database.query(
      "SELECT key, ifnull(name, CAST(key AS TEXT)), value, type FROM property"
        + " WHERE note = ? ORDER BY place",
      .int(id))
    while try properties.next() {
      details.add(
        properties.bytes(0), properties.text(1), properties.optionalText(2),
        properties.optionalText(3).flatMap(PropertyType.init))
    }
    return details
  }

  private static func details(_ note: IndexedNote) -> NoteDetails {
    var details = NoteDetails(
      summary: NoteSummary(
        id: NoteID(note.path), title: note.title, snippet: note.snippet,
        modified: note.fact.modified, obstacle: note.obstacle),
      tags: [], aliases: [], created: note.created.map { Timestamp(wholeNanoseconds: $0) },
      properties: [], words: note.words, tasks: note.tasks.count, openTasks: note.openTasks)
    var known: Set<[UInt8]> = []
    let tags = note.tags.filter { known.insert($0.key).inserted }
    details.tags = tags.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.name)
    for property in note.properties {
      details.add(property.key, property.name, property.value, property.type)
    }
    return details
  }
}

extension NoteDetails {
  /// Adds the next value of the front matter; those of one list are adjacent.
  fileprivate mutating func add(
    _ key: [UInt8], _ name: String, _ value: String?, _ type: PropertyType?
  ) {
    if let last = properties.last, last.name == name, let value {
      properties[properties.count - 1] = NoteProperty(name: name, values: last.values + [value])
    } else {
      let values = value.map { [$0] } ?? []
      properties.append(
        NoteProperty(
          name: name, values: values, value: type.map { PropertyValue(values, as: $0) }))
    }
    if key.elementsEqual("aliases".utf8) || key.elementsEqual("alias".utf8), let value {
      aliases.append(value)
    }
  }
}
