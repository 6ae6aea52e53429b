import Entities
import NoteSyntax
package import Services
import Synchronization

/// The files of a vault for tables: notes from the index, or without one from the files, and other
/// files from the vault's listing.
package struct VaultTables: FileTables {
  let index: IndexAccess

  @concurrent
  package func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    var others: [FileRow] = []
    if request.scope?.isOfNotes != true {
      others = index.files.attachments().compactMap { path in
        request.hasFacts ? IndexedTable.other(at: path, index.files) : FileRow(path: path)
      }
    }
    if try index.freshen() {
      let rows = try index.reading { (database) throws(DatabaseError) in
        try NoteRows.read(request, in: database)
      }
      if let rows { return IndexedTable(rows, others, index, scanned: nil) }
    }
    let scanned = try ScannedVault.make(index.files, index.clock)
    do throws(DatabaseError) {
      let rows = try NoteRows.read(request, in: scanned)
      return IndexedTable(rows, others, index, scanned: SharedDatabase(scanned))
    } catch {
      throw .unusable(path: "memory", reason: error.reason)
    }
  }
}

/// A database in memory for one table, used from any thread.
final class SharedDatabase: Sendable {
  private let database: Mutex<Database>

  init(_ database: Database) { self.database = Mutex(database) }

  func ask<Value>(_ body: (Database) throws(DatabaseError) -> Value) -> Value? {
    database.withLock { try? body($0) }
  }
}

/// Rows, and the index for other questions.
private struct IndexedTable: FileTable {
  let rows: [FileRow]
  private let index: IndexAccess
  /// Set if there is no index.
  private let scanned: SharedDatabase?
  private let others: OtherFiles

  /// The notes' rows must be sorted.
  init(
    _ notes: [FileRow], _ others: [FileRow], _ index: IndexAccess, scanned: SharedDatabase?
  ) {
    rows = others.isEmpty ? notes : (notes + others).sorted { $0.path < $1.path }
    self.index = index
    self.scanned = scanned
    self.others = OtherFiles(index.files)
  }

  private func ask<Value>(_ body: (Database) throws(DatabaseError) -> Value) -> Value? {
    if let scanned { return scanned.ask(body) }
    return (try? index.reading(body)).flatMap(\.self)
  }

  func row(at path: NotePath) -> FileRow? {
    let note = ask { (database) throws(DatabaseError) in
      try NoteRows.read(path, in: database)
    }
    return note.flatMap(\.self) ?? Self.other(at: path, index.files)
  }

  static func other(at path: NotePath, _ files: any VaultFiles) -> FileRow? {
    guard let fact = files.fact(ofAttachment: path) else { return nil }
    var row = FileRow(path: path)
    (row.size, row.created, row.modified) = (fact.size, fact.modified, fact.modified)
    return row
  }

  func path(named target: String, from source: NotePath) -> NotePath? {
    let name = LinkName(.wiki, Array(target.utf8))
    let note = ask { (database) throws(DatabaseError) in
      try LinkResolver(database).target(of: name, from: source)?.path
    }
    if let note = note.flatMap(\.self) { return note }
    return name.best(among: others.paths(of: name.key), from: source)
  }

  func links(of path: NotePath) -> [FileLink] {
    ask { (database) throws(DatabaseError) in
      try database.query(
        """
        SELECT l.target, l.part, l.isEmbed, l.words, l.obsidian FROM link l JOIN note n ON n.id = l.note
        WHERE n.path = ? AND l.target <> x'' ORDER BY l.place
        """, .bytes(path.bytes)
      ).all {
        let part = $0.optionalText(1).map { "#\($0)" } ?? ""
        return FileLink(
          target: $0.text(0) + part, isEmbed: $0.int(2) != 0, words: $0.optionalText(3),
          inObsidian: $0.optionalText(4).map { $0 + part })
      }
    } ?? []
  }

  func sources(ofLinksTo path: NotePath) -> [NotePath] {
    ask { (database) throws(DatabaseError) in
      var keys: Set<[UInt8]> = [LinkName.key(of: path)]
      let ids = try database.query(
        """
        SELECT m.key FROM name m JOIN note n ON n.id = m.note
        WHERE n.path = ? AND m.kind = \(Schema.NameKind.id.rawValue)
        """, .bytes(path.bytes))
      while try ids.next() { keys.insert(ids.bytes(0)) }
      let resolver = LinkResolver(database)
      var sources: Set<NotePath> = []
      for key in keys {
        let rows = try database.query(
          """
          SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
          WHERE l.key = ? AND l.target <> x''
          """, .bytes(key))
        while try rows.next() {
          let link = WrittenLink(rows)
          if sources.contains(link.path) { continue }
          let target =
            try resolver.target(of: link)?.path
            ?? link.name.best(among: others.paths(of: key), from: link.path)
          if target == path { sources.insert(link.path) }
        }
      }
      return sources.sorted()
    } ?? []
  }
}

/// The files that are not notes, by the keys that links use. They are listed once a name matches no
/// note.
private final class OtherFiles: Sendable {
  private let files: any VaultFiles
  private let known = Mutex<[[UInt8]: [NotePath]]?>(nil)

  init(_ files: any VaultFiles) { self.files = files }

  func paths(of key: [UInt8]) -> [NotePath] {
    known.withLock { known in
      let all = known ?? Dictionary(grouping: files.attachments()) { LinkName.key(of: $0) }
      known = all
      return all[key] ?? []
    }
  }
}
