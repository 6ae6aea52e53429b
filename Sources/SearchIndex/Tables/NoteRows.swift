import Entities
import Services

/// Reads rows of tables from the index.
enum NoteRows {
  /// Returns rows in the order of their paths.
  static func read(
    _ request: FileTableRequest, in database: Database
  ) throws(DatabaseError) -> [FileRow] {
    let scope = try ScopeCondition(request.scope, of: "id", in: database)
    let facts = request.hasFacts ? ", size, modified, created" : ""
    var rows: [FileRow] = []
    var numbers: [Int64: Int] = [:]
    let isAlone = !request.hasTags && !request.hasFields && request.properties?.isEmpty == true
    let notes = try database.query(
      "SELECT id, path\(facts) FROM note WHERE \(scope.text) ORDER BY path", scope.values)
    while try notes.next() {
      var row = FileRow(path: notes.path(1))
      if request.hasFacts { add(notes, from: 2, to: &row) }
      if !isAlone { numbers[notes.int(0)] = rows.count }
      rows.append(row)
    }
    let ofNotes = try ScopeCondition(request.scope, of: "note", in: database).text
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
    if isAlone || request.properties?.isEmpty == true { return rows }
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
  static let columns = "key, ifnull(name, CAST(key AS TEXT)), value, type, whole"

  /// The requested keys, made once for all notes.
  private let keys: [[UInt8]]
  private var made: [FileRow.Property] = []
  /// The type of the last property, if its rows determine its value.
  private var type: PropertyType?
  private var texts: [String] = []
  private var isOpen = false

  init(keys: [[UInt8]]) { self.keys = keys }

  mutating func add(_ rows: borrowing Rows, from column: Int32) {
    let name = rows.text(column + 1)
    let key = rows.withBytes(column) { bytes in
      keys.first { bytes.elementsEqual($0) } ?? Array(bytes)
    }
    let text = rows.optionalText(column + 2)
    let whole = rows.optionalText(column + 4)
    if whole == nil, let last = made.last, last.key == key, last.name == name {
      if isOpen, let text { texts.append(text) }
      return
    }
    close()
    made.append(
      FileRow.Property(
        key: key, name: name, text: text ?? "",
        value: whole.flatMap { PropertyForm.value(of: $0) } ?? .null))
    isOpen = whole == nil
    type = rows.optionalText(column + 3).flatMap(PropertyType.init)
    texts = text.map { [$0] } ?? []
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
