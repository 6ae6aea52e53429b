import Bytes
package import Entities
import Expressions
package import Services
package import VaultSettings

/// The sources of bases: the files of a vault, Obsidian's settings, and the time.
package struct BaseSources: Sendable {
  package var tables: any FileTables
  package var foreign: any ForeignSettings
  package var clock: any WallClock

  package init(tables: any FileTables, foreign: any ForeignSettings, clock: any WallClock) {
    self.tables = tables
    self.foreign = foreign
    self.clock = clock
  }

  var moment: BaseMoment {
    BaseMoment(now: clock.now) { [clock] in clock.civil($0) }
  }
}

/// The files of a vault as a base sees them. Results are cached.
final class TableFiles: BaseFiles {
  private let table: any FileTable
  private let request: FileTableRequest
  private let types: [String: PropertyType]
  private let wall: (Timestamp) -> CivilTime
  /// The table's rows in the order of their paths, followed by other files as they are needed.
  private var rows: [FileRow]
  /// The numbers of the other files.
  private var numbers: [NotePath: Int] = [:]
  /// The complete rows of some files.
  private var wholes: [Int: FileRow] = [:]
  private var objects: [Int: ObjectValue] = [:]
  private var sources: [Int: [Int]] = [:]
  private var named: [Name: Int?] = [:]
  private let count: Int
  let candidates: [Int]

  private struct Name: Hashable {
    var target: String
    var folder: NotePath
  }

  init(
    _ table: any FileTable, _ request: FileTableRequest, _ settings: ObsidianSettings,
    wall: @escaping (Timestamp) -> CivilTime
  ) {
    self.table = table
    self.request = request
    self.wall = wall
    rows = table.rows
    count = rows.count
    types = settings.propertyTypes
    let ignored = IgnoredPaths(settings.ignored)
    candidates =
      ignored.isEmpty
      ? Array(rows.indices) : rows.indices.filter { !ignored.contains(table.rows[$0].path) }
  }

  private func whole(_ file: Int) -> FileRow {
    if let known = wholes[file] { return known }
    let row = table.row(at: rows[file].path) ?? rows[file]
    wholes[file] = row
    return row
  }

  private func hasFacts(_ file: Int) -> Bool { request.hasFacts || file >= count }

  func path(of file: Int) -> NotePath { rows[file].path }
  func size(of file: Int) -> Int { hasFacts(file) ? rows[file].size : whole(file).size }

  func created(of file: Int) -> DateValue {
    date(hasFacts(file) ? rows[file].created : whole(file).created)
  }

  func modified(of file: Int) -> DateValue {
    date(hasFacts(file) ? rows[file].modified : whole(file).modified)
  }

  func tags(of file: Int) -> [String] {
    request.hasTags || file >= count ? rows[file].tags : whole(file).tags
  }

  func properties(of file: Int) -> ObjectValue {
    if let known = objects[file] { return known }
    let properties = ObjectValue(
      whole(file).properties.map { (FieldName($0.name), value(of: $0, in: file)) })
    objects[file] = properties
    return properties
  }

  func property(_ name: FieldName, of file: Int) -> Value? {
    let isLoaded = file >= count || request.properties?.contains(name.key) != false
    let row = isLoaded ? rows[file] : whole(file)
    return row.properties.first { $0.key == name.key }.map { value(of: $0, in: file) }
  }

  private func value(of property: FileRow.Property, in file: Int) -> Value {
    let type = types.isEmpty ? nil : types[property.name.lowercased()]
    return Value(property.value, as: type, written: property.text, of: file, wall)
  }

  /// Returns the links; embeds come last.
  func links(of file: Int) -> [LinkValue] {
    let links = table.links(of: rows[file].path)
    return (links.filter { !$0.isEmbed } + links.filter(\.isEmbed)).map { link($0, of: file) }
  }

  func embeds(of file: Int) -> [LinkValue] {
    table.links(of: rows[file].path).filter(\.isEmbed).map { link($0, of: file) }
  }

  private func link(_ link: FileLink, of file: Int) -> LinkValue {
    let target = link.inObsidian ?? link.target
    let steps = target.split(separator: "#", omittingEmptySubsequences: false)
    return LinkValue(
      target, display: link.words ?? steps.joined(separator: " > "), source: file)
  }

  func backlinks(of file: Int) -> [Int] {
    if let known = sources[file] { return known }
    let found = table.sources(ofLinksTo: rows[file].path).compactMap { self.file(at: $0) }.sorted()
    sources[file] = found
    return found
  }

  func file(named target: String, from source: Int?) -> Int? {
    let path = source.map { rows[$0].path } ?? NotePath("")
    let name = Name(target: target, folder: path.folder)
    if let known = named[name] { return known }
    let found = table.path(named: target, from: path).flatMap { file(at: $0) }
    named[name] = .some(found)
    return found
  }

  func file(at path: NotePath) -> Int? {
    let index = rows[..<count].partitionPoint { $0.path >= path }
    if index < count, rows[index].path == path { return index }
    if let known = numbers[path] { return known }
    guard let row = table.row(at: path) else { return nil }
    numbers[path] = rows.count
    rows.append(row)
    return rows.count - 1
  }

  private func date(_ moment: Timestamp) -> DateValue {
    DateValue(wall(moment), milliseconds: Int(moment.nanoseconds / 1_000_000))
  }
}

/// The files that Obsidian's settings exclude.
private struct IgnoredPaths {
  private var starts: [[UInt8]] = []
  private var patterns: [RegexValue] = []

  var isEmpty: Bool { starts.isEmpty && patterns.isEmpty }

  init(_ filters: [String]) {
    for filter in filters.compactMap(IgnoreFilter.init) {
      switch filter {
      case .start(let text): starts.append(Array(text.utf8))
      case .expression(let source):
        if let pattern = try? RegexValue(source, flags: "") { patterns.append(pattern) }
      }
    }
  }

  func contains(_ path: NotePath) -> Bool {
    if starts.contains(where: path.bytes.starts) { return true }
    if patterns.isEmpty { return false }
    var text = path.text
    return text.withUTF8 { bytes in
      patterns.contains { pattern in (try? pattern.match(in: bytes, from: 0)) != nil }
    }
  }
}
