import Entities
import FileStore
import Glibc
import NoteQueries
import SearchIndex
import Services
import TestSupport

/// A small vault and its index after a run with a fault.
struct IndexBench {
  let bench = FaultBench(for: "index")
  private let clock = StillClock(Timestamp(seconds: Int64(time(nil)) + 60))

  /// Reads everything again like the next start, and returns the problems it reported.
  func startAgain() async -> (index: VaultIndex, problems: [String]) {
    await reconciled(bench.state.bytes + Array("/index".utf8))
  }

  /// The contents of an index made without faults.
  func fresh() async throws -> [String] {
    let folder = TemporaryFolder()
    return try await Self.picture(of: await reconciled(folder.bytes).index)
  }

  private func reconciled(_ folder: [UInt8]) async -> (index: VaultIndex, problems: [String]) {
    let files = FolderFiles(root: bench.vault.bytes, clock: clock)
    let index = VaultIndex(files: files, folder: folder, clock: clock)
    var problems: [String] = []
    for await progress in index.reconcile() {
      if case .problem(let problem) = progress { problems.append(problem) }
    }
    return (index, problems)
  }

  /// Files in the index's folder that belong to no index in use.
  var strays: [String] {
    let folder = bench.state
    let current = (folder.text("index/current") ?? "").filter { $0 != "\n" }
    let known = ["current", "lock"] + ["", "-wal", "-shm"].map { current + $0 }
    return folder.names(in: "index").filter { !known.contains($0) }
  }

  /// All answers of an index, except when files were written.
  static func picture(of index: VaultIndex) async throws -> [String] {
    var lines: [String] = []
    let catalog = try await index.catalog(CatalogRequest())
    for note in catalog.notes(in: 0..<catalog.count) {
      lines.append("note \(timeless(note))")
      if var details = try await index.details(of: note.id) {
        details.summary = timeless(details.summary)
        details.created = nil
        lines.append("details \(details)")
      }
      for link in try await index.links.links(from: note.id) { lines.append("link \(link)") }
      for link in try await index.links.backlinks(to: note.id) { lines.append("backlink \(link)") }
      for word in ["see", "text", "another", "all", "c"] {
        let query = try NoteQuery(parsing: word, today: CivilTime(year: 2027, month: 1, day: 15))
        let answer = try await index.search.search(query, limit: 99, excerpts: false)
        if answer.hits.contains(where: { $0.id == note.id }) {
          lines.append("word \(word) \(note.id.path.text)")
        }
      }
    }
    for link in try await index.links.broken() { lines.append("broken \(link)") }
    for note in try await index.links.orphans() { lines.append("orphan \(note)") }
    for tag in try await index.links.tags() { lines.append("tag \(tag)") }
    let report = try await index.report()
    lines.append("sums \(report.notes) \(report.words) \(report.links) \(report.problems)")
    return lines.sorted()
  }

  private static func timeless(_ note: NoteSummary) -> NoteSummary {
    var note = note
    note.modified = Timestamp(seconds: 0)
    return note
  }
}
