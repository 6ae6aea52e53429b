package import Entities
package import Files
package import Services
import Threads
package import VaultSettings

/// The index of one vault in SQLite, outside the vault, with a part for each kind of question.
///
/// It is complete or absent: the first one is built under a temporary name and put in use when it
/// is done. If anything is wrong with it, answers come from the files.
package final class VaultIndex: NoteIndex {
  let index: IndexAccess
  let unread = UnindexedNotes()
  let folded = FoldedCache()
  private let upkeep: IndexUpkeep
  package let search: VaultSearch
  package let links: VaultLinks
  package let tasks: VaultTasks
  package let activity: VaultActivity
  package let changes: VaultChanges
  package let tables: VaultTables

  package var isWatched: Bool { index.isWatched }

  /// `folder` is the index's own, an absolute path; it is made when there is something to store.
  /// With a seal the index is encrypted. `isWatched`: changes by other programs are passed to
  /// `refresh`.
  package init(
    files: any VaultFiles, folder: [UInt8], clock: any WallClock,
    foreign: any ForeignSettings = NoForeignSettings(), seal: BlockSeal? = nil,
    isWatched: Bool = true
  ) {
    let folder = IndexFolder(path: folder, files: seal.map(SealedFiles.init))
    index = IndexAccess(
      files: files, clock: clock, connections: Connections(folder), isWatched: isWatched)
    upkeep = IndexUpkeep(index, unread)
    search = VaultSearch(index: index, foreign: foreign)
    links = VaultLinks(index: index, search: search, foreign: foreign)
    tasks = VaultTasks(index: index)
    activity = VaultActivity(index: index)
    changes = VaultChanges(index: index, search: search, foreign: foreign)
    tables = VaultTables(index: index)
  }

  package func reconcile() -> AsyncStream<IndexProgress> { upkeep.reconcile() }

  @concurrent
  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    try await upkeep.refresh(notes)
  }

  @concurrent
  package func discard() async throws(NoteIndexError) {
    let connections = index.connections
    if let current = connections.current() { connections.discard(current) }
  }

  /// Called before the process ends. Its connections close with it, at no cost.
  package func end() { index.connections.end() }
}

extension VaultIndex {
  @concurrent
  package func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog {
    // If that fails, the answer comes from what is known, or from the files.
    if !isWatched { _ = try? index.freshen() }
    return IndexCatalog(request, index.connections, folded)
      ?? SurveyCatalog(request, index.files, unread)
  }

  package func warmFilter() {
    _ = DedicatedThread.start { [connections = index.connections, folded] in
      guard let snapshot = IndexSnapshot(connections) else { return }
      _ = snapshot.asking { (_) throws(DatabaseError) in try folded.rows(snapshot) }
    }
  }

  @concurrent
  package func folders() async throws(NoteIndexError) -> [NoteFolder] {
    if !isWatched { _ = try? index.freshen() }
    let known = try index.reading { (database) throws(DatabaseError) in
      // Uses only the index over folders, and none of the notes' rows.
      try database.all(
        """
        SELECT path, (SELECT count(*) FROM note INDEXED BY note_folder WHERE folder = folder.id)
        FROM folder ORDER BY path
        """
      ) { NoteFolder(path: $0.path(0), notes: Int($0.int(1))) }.filter { $0.notes > 0 }
    }
    return known ?? surveyedFolders()
  }

  /// Returns the folders from a walk through the vault.
  private func surveyedFolders() -> [NoteFolder] {
    let survey = unread.survey(index.files)
    var counts: [NotePath: Int] = [:]
    for entry in survey.entries {
      let folder = survey.withPath(of: entry) { path in
        NotePath(bytes: Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
      }
      counts[folder, default: 0] += 1
    }
    return counts.map { NoteFolder(path: $0.key, notes: $0.value) }.sorted { $0.path < $1.path }
  }

  @concurrent
  package func report() async throws(NoteIndexError) -> IndexReport {
    let (connections, folder) = (index.connections, index.connections.folder)
    if !isWatched { _ = try? index.freshen() }
    let report = try index.reading { (database) throws(DatabaseError) in
      try database.snapshot { () throws(DatabaseError) in
        try Self.report(database, folder.text)
      }
    }
    guard var report else {
      let problem = "There is no index yet; it is made in the background."
      return IndexReport(
        path: folder.text, notes: 0, words: 0, links: 0, tags: 0, bytes: 0, reconciled: nil,
        problems: connections.takeProblems() + [problem])
    }
    report.bytes = connections.current().map { folder.size(of: $0.name) } ?? 0
    report.problems += connections.takeProblems()
    return report
  }

  private static func report(
    _ database: Database, _ path: String
  ) throws(DatabaseError) -> IndexReport {
    func number(_ sql: String) throws(DatabaseError) -> Int { Int(try database.number(sql) ?? 0) }
    let sums = try database.query("SELECT count(*), sum(words) FROM note")
    _ = try sums.next()
    var report = IndexReport(
      path: path, notes: Int(sums.int(0)), words: Int(sums.int(1)),
      links: try number("SELECT count(*) FROM link"),
      tags: try number("SELECT count(*) FROM (SELECT DISTINCT key FROM tag)"), bytes: 0,
      reconciled: try database.meta(Schema.Meta.reconciled).map { Timestamp(wholeNanoseconds: $0) },
      problems: [])
    let check = try database.query("PRAGMA quick_check(10)")
    while try check.next() {
      let problem = check.text(0)
      if problem != "ok" { report.problems.append(problem) }
    }
    return report
  }
}
