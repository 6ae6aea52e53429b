import Entities
import NoteSyntax
import Services

/// What the index knows of all notes and files, asked for once.
struct GatheredVault {
  /// The notes, in the order of their paths.
  private(set) var notes: [FileRow] = []
  private(set) var titles: [NotePath: String] = [:]
  private(set) var files: [NotePath: FileRow] = [:]
  /// Why nothing of a note may be shown.
  private(set) var hidden: [NotePath: String] = [:]
  /// Files that the vault's settings leave out.
  private(set) var hiddenFiles: Set<NotePath> = []
  private(set) var names = FileNames()

  init(_ services: ExportServices) async throws(NoteIndexError) {
    var request = FileTableRequest()
    (request.properties, request.hasTags, request.hasFacts) = (nil, true, true)
    let rows = try await services.tables.table(request).rows
    let offered = Set(await services.links.offered(rows.map { NoteID($0.path) }))
    let catalog = try await services.index.catalog(CatalogRequest())
    var obstacles: [NotePath: String] = [:]
    for start in stride(from: 0, to: catalog.count, by: 1000) {
      for note in catalog.notes(in: start..<min(catalog.count, start + 1000)) {
        titles[note.id.path] = note.title
        obstacles[note.id.path] = note.obstacle
      }
    }
    let hasPages = services.files.hasLogseqNames
    for row in rows {
      let isOffered = offered.contains(NoteID(row.path))
      guard row.path.isOfNote else {
        names.add(file: row.path)
        if isOffered { files[row.path] = row } else { hiddenFiles.insert(row.path) }
        continue
      }
      notes.append(row)
      let ids = row.properties.filter { ["id", "identifier"].contains($0.name.lowercased()) }
      names.add(
        note: row.path, ids: ids.map(\.text),
        page: hasPages ? row.path.ownTitle(inLogseq: true) : nil)
      hidden[row.path] =
        row.path.isLocked
        ? "It is locked. Take its lock off first."
        : obstacles[row.path].map { "It \($0)." }
          ?? (row.isUnpublished ? "It says “publish: false”." : nil)
          ?? (isOffered ? nil : "The vault's settings leave it out.")
    }
  }

  func title(of path: NotePath) -> String { titles[path] ?? path.stem.text }
}

extension FileRow {
  /// Written so, in quotes too.
  fileprivate var isUnpublished: Bool {
    properties.contains { property in
      property.name.lowercased() == "publish"
        && ["false", "no", "off"].contains(property.text.lowercased())
    }
  }
}
