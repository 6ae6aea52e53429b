import Entities
import Folding
import NoteSyntax
import Services
import VaultSettings

@testable import Bases

/// The files of `MemoryFiles`, as answers of a vault: the rows hold only the requested data.
struct MemoryTables: FileTables, ForeignSettings, WallClock {
  var files = MemoryFiles.few
  var settings = ObsidianSettings()

  var sources: BaseSources { BaseSources(tables: self, foreign: self, clock: self) }

  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    MemoryTable(files: files, request: request)
  }

  func obsidian() async -> ObsidianSettings { settings }
  var templateFolder: String? { nil }
  var now: Timestamp { Timestamp(seconds: 1_772_449_200, nanoseconds: 250_000_000) }
  func civil(_ moment: Timestamp) -> CivilTime { CivilCalendar.civil(moment) }
}

struct MemoryTable: FileTable {
  let files: MemoryFiles
  let rows: [FileRow]

  init(files: MemoryFiles, request: FileTableRequest) {
    self.files = files
    let all = files.files.map(Self.row)
    let kept = all.filter { row in request.scope.map { Self.fits($0, row) } ?? true }
    rows = kept.map { row in
      var row = row
      if let keys = request.properties { row.properties.removeAll { !keys.contains($0.key) } }
      if !request.hasTags { row.tags = [] }
      if !request.hasFacts { row.size = 0 }
      return row
    }.sorted { $0.path < $1.path }
  }

  private static func row(_ file: MemoryFiles.File) -> FileRow {
    var row = FileRow(path: NotePath(file.path))
    row.size = file.size
    row.created = CivilCalendar.moment(file.day)
    row.modified = row.created
    row.tags = file.tags
    let note = Array("---\n\(file.frontMatter)\n---\n".utf8)
    row.properties = NoteScanner.scan(note.span).properties.map {
      FileRow.Property(
        key: Folding.name($0.name.utf8), name: $0.name, text: $0.values.first ?? "",
        value: $0.value)
    }
    return row
  }

  private static func fits(_ scope: FileScope, _ row: FileRow) -> Bool {
    switch scope {
    case .note: row.path.text.hasSuffix(".md")
    case .tag(let name):
      row.tags.contains { ($0 + "/").lowercased().hasPrefix(name.lowercased() + "/") }
    case .path(let name): row.path.text == name || row.path.text == "\(name).md"
    case .folder(let name):
      name.isEmpty || (row.path.folder.text + "/").lowercased().hasPrefix(name.lowercased() + "/")
    case .field(let key): row.fields.contains { $0.key == key }
    case .property(let key): row.properties.contains { $0.key == key }
    case .text(let key, let text):
      row.properties.contains { $0.key == key && ($0.text == text || $0.text.hasPrefix("[")) }
    case .number(let key, let range):
      row.properties.contains {
        $0.key == key && PropertyValue.number(in: $0.text).map(range.contains) ?? true
      }
    case .all(let scopes): scopes.allSatisfy { fits($0, row) }
    case .any(let scopes): scopes.contains { fits($0, row) }
    }
  }

  func row(at path: NotePath) -> FileRow? {
    files.files.first { NotePath($0.path) == path }.map(Self.row)
  }

  func path(named target: String, from source: NotePath) -> NotePath? {
    files.file(named: target, from: nil).map(files.path)
  }

  func links(of path: NotePath) -> [FileLink] {
    guard let file = files.files.first(where: { NotePath($0.path) == path }) else { return [] }
    return file.links.map { FileLink(target: $0, isEmbed: false) }
      + file.embeds.map { FileLink(target: $0, isEmbed: true) }
  }

  func sources(ofLinksTo path: NotePath) -> [NotePath] {
    files.files.indices.first { files.path(of: $0) == path }.map(files.backlinks)?
      .map(files.path).sorted() ?? []
  }
}
