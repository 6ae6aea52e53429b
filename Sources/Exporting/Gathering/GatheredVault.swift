import Entities
import NoteSyntax
import OpenVault
import Services
import VaultLayers

/// All notes and files of the index, read once.
struct GatheredVault {
  /// In the order of their paths.
  private(set) var notes: [FileRow] = []
  private(set) var titles: [NotePath: String] = [:]
  private(set) var files: [NotePath: FileRow] = [:]
  /// The reasons for which notes are not exported.
  private(set) var hidden: [NotePath: String] = [:]
  /// Files that the vault's settings hide.
  private(set) var hiddenFiles: Set<NotePath> = []
  private(set) var names = FileNames()

  /// Locked notes that are exported. Their exported names lack the ending of locked notes.
  private(set) var opened: Set<NotePath> = []

  init(_ services: ExportServices, opening wanted: Set<NotePath>) async throws(NoteIndexError) {
    var request = FileTableRequest()
    (request.properties, request.hasTags, request.hasFacts) = (nil, true, true)
    let rows = try await services.tables.table(request).rows
    let offered = Set(await services.vault.queries.links.offered(rows.map { NoteID($0.path) }))
    let catalog = try await services.vault.index.catalog(CatalogRequest())
    var obstacles: [NotePath: String] = [:]
    for start in stride(from: 0, to: catalog.count, by: 1000) {
      for note in catalog.notes(in: start..<min(catalog.count, start + 1000)) {
        titles[note.id.path] = note.title
        obstacles[note.id.path] = note.obstacle?.words
      }
    }
    let hasPages = services.vault.files.hasLogseqNames
    let taken = Set(rows.map(\.path))
    for var row in rows {
      let isOffered = offered.contains(NoteID(row.path))
      if wanted.contains(row.path), !taken.contains(row.path.withoutLock) {
        opened.insert(row.path)
        await row.readText(in: services.vault.store)
        row.path = row.path.withoutLock
      }
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
        ? wanted.contains(row.path)
          ? "Another note has its name." : "It is locked. “--locked” asks for its passphrase."
        : obstacles[row.path].map { "It \($0)." }
          ?? row.privacy.map { "It says “\($0)”." }
          ?? (isOffered ? nil : "The vault's settings leave it out.")
    }
  }

  /// The name of a note in the export.
  func path(of note: NotePath) -> NotePath { opened.contains(note) ? note.withoutLock : note }

  func isOpened(_ path: NotePath) -> Bool { opened.contains { $0.withoutLock == path } }

  func title(of path: NotePath) -> String { titles[path] ?? path.stem.text }
}

extension FileRow {
  /// Reads properties and tags of a locked note, which the index does not have.
  fileprivate mutating func readText(in store: any NoteStore) async {
    guard let content = try? await store.read(NoteID(path)) else { return }
    let scan = NoteScanner.scan(content.bytes.span)
    properties = scan.properties.map {
      Property(key: [], name: $0.name, text: $0.values.first ?? "", value: $0.value)
    }
    var known: Set<String> = []
    tags = scan.tags.map(\.name).filter { known.insert($0.lowercased()).inserted }
  }

  /// The properties that mark a note as private, with the values that do so.
  private static let privateWords: [String: Set<String>] = [
    "publish": ["false", "no", "off", "0"], "private": ["true", "yes", "on", "1"],
    "draft": ["true", "yes", "on", "1"],
  ]

  /// The property that marks the note as private; nil if none does.
  fileprivate var privacy: String? {
    properties.first { property in
      Self.privateWords[property.name.lowercased()]?.contains(property.text.lowercased()) ?? false
    }.map { "\($0.name.lowercased()): \($0.text.lowercased())" }
  }
}

/// A store that reads only those locked notes that are exported, by their names without the ending of
/// locked notes.
struct OpenedNotes: ForwardingStore {
  let store: any NoteStore
  private let opened: [NotePath: NotePath]

  init(_ store: any NoteStore, opened: Set<NotePath>) {
    self.store = store
    self.opened = Dictionary(opened.map { ($0.withoutLock, $0) }, uniquingKeysWith: { $1 })
  }

  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try await store.read(try own(id))
  }

  func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    try await store.open(try own(id))
  }

  private func own(_ id: NoteID) throws(NoteStoreError) -> NoteID {
    if id.path.isLocked { throw .locked(id.path) }
    return opened[id.path].map { NoteID($0) } ?? id
  }
}
