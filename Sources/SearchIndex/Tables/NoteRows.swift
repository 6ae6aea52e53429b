import Entities
import Services

/// Reads rows of tables from the index.
enum NoteRows {
  /// Returns rows in the order of their paths.
  static func read(
    _ request: FileTableRequest, in database: Database
  ) throws(DatabaseError) -> [FileRow] {
    // One pass over a table takes less time than a search for each of many notes.
    let scope = try ScopeCondition(
      request.scope, in: database,
      atMost: max(1000, try database.meta(Schema.Meta.notes) ?? 0) / 2)
    var rows: [FileRow] = []
    var ids: [Int64] = []
    let notes = try database.query(
      "SELECT id, path FROM note WHERE \(scope.text(of: "id")) ORDER BY path", scope.values)
    while try notes.next() {
      ids.append(notes.int(0))
      rows.append(FileRow(path: notes.path(1)))
    }
    let hasProperties = request.properties?.isEmpty != true
    guard request.hasTags || request.hasFacts || hasProperties else { return rows }
    let numbers = Dictionary(zip(ids, rows.indices), uniquingKeysWith: { $1 })
    let ofNotes = scope.text(of: "note")
    if request.hasFacts {
      let facts = try database.query(
        "SELECT id AS note, size, modified, created FROM note WHERE \(ofNotes)",
        scope.values)
      while try facts.next() {
        if let number = numbers[facts.int(0)] { add(facts, from: 1, to: &rows[number]) }
      }
    }
    if request.hasTags {
      let tags = try database.query(
        """
        SELECT t.note, m.name FROM tag t JOIN tagname m ON m.key = t.key WHERE \(ofNotes)
        ORDER BY t.note, t.key
        """, scope.values)
      while try tags.next() {
        if let number = numbers[tags.int(0)] { rows[number].tags.append(tags.text(1)) }
      }
    }
    if !hasProperties { return rows }
    let keys = request.properties.map { Array($0) } ?? []
    let marks = keys.map { _ in "?" }.joined(separator: ", ")
    if request.hasFields {
      let fields = try database.query(
        """
        SELECT note, \(fieldColumns) FROM field
        WHERE \(ofNotes) \(keys.isEmpty ? "" : "AND +key IN (\(marks))") ORDER BY note, place
        """, scope.values + keys.map(Cell.bytes))
      while try fields.next() {
        if let number = numbers[fields.int(0)] {
          rows[number].fields.append(field(fields, from: 1))
        }
      }
    }
    // Note by note, in the order of storage: the index of keys would find those of all notes.
    let properties = try database.query(
      """
      SELECT note, \(PropertyRows.columns) FROM property
      WHERE \(ofNotes) \(keys.isEmpty ? "" : "AND +key IN (\(marks))") ORDER BY note, place
      """, scope.values + keys.map(Cell.bytes))
    var reader = PropertyRows(keys: keys)
    var note: Int64?
    while try properties.next() {
      if note != properties.int(0) {
        if let note, let number = numbers[note] { rows[number].properties = reader.takeAll() }
        note = properties.int(0)
      }
      reader.add(properties, from: 1)
    }
    if let note, let number = numbers[note] { rows[number].properties = reader.takeAll() }
    return rows
  }

  /// Returns all data of one note; nil if there is none.
  static func read(_ path: NotePath, in database: Database) throws(DatabaseError) -> FileRow? {
    let notes = try database.query(
      "SELECT id, size, modified, created FROM note WHERE path = ?", .bytes(path.bytes))
    guard try notes.next() else { return nil }
    let id = notes.int(0)
    var row = FileRow(path: path)
    add(notes, from: 1, to: &row)
    row.tags = try database.all(
      "SELECT m.name FROM tag t JOIN tagname m ON m.key = t.key WHERE t.note = ? ORDER BY t.key",
      .int(id)
    ) { $0.text(0) }
    let properties = try database.query(
      "SELECT \(PropertyRows.columns) FROM property WHERE note = ? ORDER BY place", .int(id))
    var reader = PropertyRows(keys: [])
    while try properties.next() { reader.add(properties, from: 0) }
    row.properties = reader.takeAll()
    row.fields = try database.all(
      "SELECT \(fieldColumns) FROM field WHERE note = ? ORDER BY place", .int(id)
    ) { field($0, from: 0) }
    return row
  }

  private static let fieldColumns = "line, key, ifnull(name, CAST(key AS TEXT)), value"

  private static func field(_ rows: borrowing Rows, from column: Int32) -> FileRow.Field {
    FileRow.Field(
      line: Int(rows.int(column)), key: rows.bytes(column + 1), name: rows.text(column + 2),
      text: rows.text(column + 3))
  }

  private static func add(_ rows: borrowing Rows, from column: Int32, to row: inout FileRow) {
    row.size = Int(rows.int(column))
    row.modified = rows.time(column + 1)
    row.created = rows.isNull(column + 2) ? row.modified : rows.time(column + 2)
  }
}

/// Reassembles the properties of a note from rows.
private struct PropertyRows {
  static let columns = "key, name, value, type, whole"

  /// The requested keys, also as texts, made once for all notes.
  private let keys: [(bytes: [UInt8], text: String)]
  private var made: [FileRow.Property] = []
  /// The type of the last property, if its rows determine its value.
  private var type: PropertyType?
  private var texts: [String] = []
  private var isOpen = false

  init(keys: [[UInt8]]) { self.keys = keys.map { ($0, String(decoding: $0, as: UTF8.self)) } }

  mutating func add(_ rows: borrowing Rows, from column: Int32) {
    let (key, text) = rows.withBytes(column) { bytes in
      keys.first { bytes.elementsEqual($0.bytes) }
        ?? (Array(bytes), String(decoding: bytes, as: UTF8.self))
    }
    let name = rows.optionalText(column + 1) ?? text
    let value = rows.optionalText(column + 2)
    let whole = rows.optionalText(column + 4)
    let last = made.count - 1
    if whole == nil, last >= 0, made[last].key == key, made[last].name == name {
      if isOpen, let value { texts.append(value) }
      return
    }
    close()
    made.append(
      FileRow.Property(
        key: key, name: name, text: value ?? "",
        value: whole.flatMap { PropertyForm.value(of: $0) } ?? .null))
    isOpen = whole == nil
    type = rows.optionalText(column + 3).flatMap(PropertyType.init)
    texts.removeAll(keepingCapacity: true)
    if let value { texts.append(value) }
  }

  private mutating func close() {
    if isOpen, !made.isEmpty {
      made[made.count - 1].value = PropertyForm.value(of: texts, type)
    }
    isOpen = false
  }

  mutating func takeAll() -> [FileRow.Property] {
    close()
    defer { made.removeAll(keepingCapacity: true) }
    return made
  }
}
