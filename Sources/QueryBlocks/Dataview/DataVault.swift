import Bytes
import Entities
import Expressions
import Services

/// A note, its `file` object, a task, an item, or a row that a query made of them. `Value.file` has the
/// number of a record.
enum DataRecord {
  /// With its number in `rows` and `pages`.
  case page(Int)
  /// The `file` object of a note.
  case file(page: Int)
  /// With its number in `scanned`.
  case task(Int, page: Int)
  /// An item of a list that is not a task.
  case item(words: String, line: Int, page: Int)
  /// Fields that hide those of another record.
  case row([DataField], over: Int?)
}

struct DataField {
  var name: FieldName
  var value: Value
}

/// The notes of a vault for one query. What is looked up is cached.
final class DataVault {
  let table: any FileTable
  private let request: FileTableRequest
  private let wall: (Timestamp) -> CivilTime
  /// The note that has the query.
  private(set) var this: Int?
  /// The records of the chosen notes, which come first.
  let chosen: Range<Int>
  private var records: [DataRecord]
  /// The chosen notes in the order of their paths, followed by other notes as they are needed.
  private var rows: [FileRow]
  private var pages: [Page]
  /// The records of the other notes.
  private var others: [NotePath: Int] = [:]
  private var named: [Name: Int?] = [:]
  private var scanned: [ScannedTask] = []
  /// The range of each note's tasks in `scanned`.
  private var tasks: [NotePath: Range<Int>] = [:]
  let files: any VaultFiles
  /// Whether tasks also have the fields of their notes.
  var tasksInherit = false
  private let starred: Set<String>

  private struct Page {
    /// Whether the row has all properties and facts.
    var isWhole: Bool
    var file: Int?
    var tasks: [Int]?
  }

  private struct Name: Hashable {
    var target: String
    var folder: NotePath
  }

  /// `chosen`: the rows of the chosen notes. `starred`: the paths of files with a bookmark.
  init(
    _ table: any FileTable, _ request: FileTableRequest, _ chosen: [FileRow], this note: NoteID?,
    files: any VaultFiles, starred: Set<String>, wall: @escaping (Timestamp) -> CivilTime
  ) {
    (self.files, self.starred) = (files, starred)
    self.table = table
    self.request = request
    self.wall = wall
    (self.chosen, rows) = (chosen.indices, chosen)
    records = chosen.indices.map(DataRecord.page)
    let isWhole = request.properties == nil && request.hasFacts
    pages = Array(repeating: Page(isWhole: isWhole), count: chosen.count)
    this = note.flatMap { page(at: $0.path) }
  }

  func add(_ record: DataRecord) -> Int {
    records.append(record)
    return records.count - 1
  }

  /// Tasks of one note must be next to each other.
  func add(_ tasks: [ScannedTask]) {
    scanned = tasks
    var start = 0
    while start < tasks.count {
      let path = tasks[start].record.note.path
      var end = start + 1
      while end < tasks.count, tasks[end].record.note.path == path { end += 1 }
      self.tasks[path] = start..<end
      start = end
    }
  }

  /// Returns the note at a path, also if it is not among the chosen ones.
  func page(at path: NotePath) -> Int? {
    let index = rows[chosen].partitionPoint { $0.path >= path }
    if index < chosen.count, rows[index].path == path { return index }
    if let known = others[path] { return known }
    guard path.isOfNote, let row = table.row(at: path) else { return nil }
    let number = add(.page(rows.count))
    rows.append(row)
    pages.append(Page(isWhole: true))
    others[path] = number
    return number
  }

  subscript(number: Int) -> DataRecord { records[number] }

  /// Returns the note that a record belongs to.
  func pageNumber(of record: Int) -> Int? {
    switch records[record] {
    case .page: record
    case .file(let page), .task(_, let page), .item(_, _, let page): page
    case .row(_, let base): base.flatMap(pageNumber)
    }
  }

  func path(of record: Int) -> NotePath? {
    guard let number = pageNumber(of: record), case .page(let page) = records[number] else {
      return nil
    }
    return rows[page].path
  }

  func task(of record: Int) -> ScannedTask? { taskNumber(of: record).map { scanned[$0] } }

  func isTask(_ record: Int) -> Bool { taskNumber(of: record) != nil }

  private func taskNumber(of record: Int) -> Int? {
    switch records[record] {
    case .task(let number, _): number
    case .row(_, let base): base.flatMap(taskNumber)
    default: nil
    }
  }

  func tasks(of number: Int) -> [Int] {
    guard case .page(let page) = records[number] else { return [] }
    if let known = pages[page].tasks { return known }
    let made = (tasks[rows[page].path] ?? 0..<0).map { add(.task($0, page: number)) }
    pages[page].tasks = made
    return made
  }

  /// Adds a task that was read from the note's file.
  func add(_ task: ScannedTask, page: Int) -> Int {
    scanned.append(task)
    return add(.task(scanned.count - 1, page: page))
  }

  // MARK: - Links

  /// Returns the note that a link leads to.
  func page(of link: LinkValue) -> Int? {
    if link.isExternal { return nil }
    let source = link.source ?? this
    let path = source.flatMap(path) ?? NotePath("")
    if let source, path.text == link.file { return pageNumber(of: source) }
    if link.file.isEmpty { return source.flatMap(pageNumber) }
    let name = Name(target: link.file, folder: path.folder)
    if let known = named[name] { return known }
    let found = table.path(named: link.file, from: path).flatMap(page(at:))
    named[name] = .some(found)
    return found
  }

  /// Returns the path and part that are the same for all links to the same target.
  func key(of link: LinkValue) -> (path: String, part: String) {
    let part = link.isExternal ? "" : String(link.target.dropFirst(link.file.count))
    return (page(of: link).flatMap(path)?.text ?? link.file, part)
  }

  func link(to record: Int) -> LinkValue? {
    path(of: record).map { LinkValue($0.text, source: pageNumber(of: record)) }
  }

  // MARK: - Fields

  /// Returns nil if the record has no such field.
  func field(_ name: FieldName, of record: Int) -> Value? {
    switch records[record] {
    case .page(let page): return field(name, of: page, record)
    case .file(let number):
      guard case .page(let page) = records[number] else { return nil }
      return fileField(name.text, of: page, number)
    case .task(let task, let page):
      return taskField(name, of: scanned[task], page)
        ?? (tasksInherit ? field(name, of: page) : nil)
    case .item(let words, let line, let page): return itemField(name, words, line, page)
    case .row(let fields, let base):
      if let own = fields.last(where: { $0.name.text == name.text || name.means($0.name.key) }) {
        return own.value
      }
      return base.flatMap { field(name, of: $0) }
    }
  }

  private func field(_ name: FieldName, of page: Int, _ number: Int) -> Value? {
    if name.text == "file" {
      let file = pages[page].file ?? add(.file(page: number))
      pages[page].file = file
      return .file(file)
    }
    if let keys = request.properties, !pages[page].isWhole, !keys.contains(name.key) { load(page) }
    let (properties, fields) = (rows[page].properties, rows[page].fields)
    // Usually one property has the name.
    if fields.isEmpty {
      let first = properties.firstIndex { name.means($0.key) }
      guard let first else { return nil }
      if !properties[(first + 1)...].contains(where: { name.means($0.key) }) {
        return value(of: properties[first], number)
      }
    }
    var values = properties.filter { name.means($0.key) }.map { value(of: $0, number) }
    values += fields.filter { name.means($0.key) }.map { DataText.value($0.text, of: number) }
    return values.count > 1 ? .list(ListValue(values)) : values.first
  }

  /// Returns all inline fields of a note.
  func fields(of number: Int) -> [FileRow.Field] {
    guard case .page(let page) = records[number] else { return [] }
    if !request.hasFields { load(page) }
    return rows[page].fields
  }

  private func load(_ page: Int) {
    if pages[page].isWhole { return }
    pages[page].isWhole = true
    if let row = table.row(at: rows[page].path) { rows[page] = row }
  }

  private func value(of property: FileRow.Property, _ page: Int) -> Value {
    let value = Value(property.value, of: page, wall)
    if case .string(let text) = value, let duration = DataText.duration(text) {
      return .duration(duration)
    }
    return value
  }

  private func date(_ moment: Timestamp) -> DateValue {
    DateValue(wall(moment), milliseconds: Int(moment.nanoseconds / 1_000_000))
  }

  private func links(_ links: [LinkValue]) -> Value {
    .list(ListValue(links.map(Value.link)))
  }

  private func fileField(_ name: String, of page: Int, _ number: Int) -> Value? {
    let path = rows[page].path
    switch name {
    case "name": return .string(path.stem.text)
    case "path": return .string(path.text)
    case "folder": return .string(path.folder.text)
    case "ext": return .string(path.name.text.split(separator: ".").last.map(String.init) ?? "")
    case "link": return .link(LinkValue(path.text, source: number))
    case "starred": return .boolean(starred.contains(path.text))
    case "lists": return .list(ListValue(items(of: number).map(Value.file)))
    case "day": return day(of: page, number).map(Value.date)
    case "tasks": return .list(ListValue(tasks(of: number).map(Value.file)))
    case "inlinks":
      return links(
        table.sources(ofLinksTo: path).map { LinkValue($0.text, source: self.page(at: $0)) })
    case "outlinks":
      var known: Set<String> = []
      return links(
        table.links(of: path).filter { known.insert($0.target).inserted }
          .map { LinkValue($0.target, source: number) })
    default: break
    }
    let isFact = ["size", "ctime", "cday", "mtime", "mday"].contains(name)
    let isTag = name == "tags" || name == "etags"
    if isFact && !request.hasFacts || isTag && !request.hasTags
      || ["aliases", "frontmatter"].contains(name) && request.properties != nil
    {
      load(page)
    }
    let row = rows[page]
    switch name {
    case "size": return .number(Double(row.size))
    case "ctime": return .date(date(row.created))
    case "mtime": return .date(date(row.modified))
    case "cday": return .date(date(row.created).day)
    case "mday": return .date(date(row.modified).day)
    case "etags": return .list(ListValue(row.tags.map { .string("#\($0)") }))
    case "tags": return .list(ListValue(Self.withParents(row.tags).map { .string("#\($0)") }))
    case "aliases":
      let names = row.properties.filter {
        ["aliases", "alias"].contains($0.name.lowercased())
      }
      return .list(ListValue(names.flatMap { Self.items(value(of: $0, number)) }))
    case "frontmatter":
      return .object(
        ObjectValue(row.properties.map { (FieldName($0.name), value(of: $0, number)) }))
    default: return nil
    }
  }

  private static func items(_ value: Value) -> [Value] {
    switch value {
    case .null: []
    case .list(let list): list.items
    default: [value]
    }
  }

  /// Adds the parents of nested tags: `a` for `a/b`.
  private static func withParents(_ tags: [String]) -> [String] {
    var all: [String] = []
    for tag in tags {
      let steps = tag.split(separator: "/")
      for count in stride(from: 1, through: steps.count, by: 1) {
        let name = steps.prefix(count).joined(separator: "/")
        if !all.contains(name) { all.append(name) }
      }
    }
    return all
  }

  /// Returns the day in the note's name, or its property `date`.
  private func day(of page: Int, _ number: Int) -> DateValue? {
    let name = Array(rows[page].path.stem.text.utf8)
    for start in name.indices where start == 0 || !Byte.isDigit(name[start - 1]) {
      let found = WrittenMoment(startOf: name.span.extracting(start..<name.count))
      guard let found, let day = found.day else { continue }
      let rest = name[(start + (found.isCompact ? 8 : 10))...]
      if rest.first.map(Byte.isDigit) != true { return DataText.start(day) }
    }
    if case .date(let date)? = field(FieldName("date"), of: page, number) { return date.day }
    return nil
  }
}
