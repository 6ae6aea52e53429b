import Embedding
import Entities
import Markdown
import NoteQueries
import NoteSyntax
import OpenVault
import QueryBlocks
import Services

extension ExportServices {
  /// Makes the reader of embeds and query blocks, to which hidden notes do not exist.
  func embedReader(_ names: FileNames, hiding hidden: Set<NotePath>) -> EmbedReader {
    EmbedReader(
      store: vault.store, targets: ShownTargets(names: names, hidden: hidden),
      queries: VaultBlocks(
        search: ShownSearch(all: vault.queries.search, hidden: hidden),
        tasks: ShownTasks(all: tasks, hidden: hidden), store: vault.store,
        tables: ShownTables(all: tables, hidden: hidden), foreign: vault.foreign,
        files: vault.files,
        clock: clock))
  }
}

private struct ShownTargets: EmbedTargets {
  let names: FileNames
  let hidden: Set<NotePath>

  func targets(of embeds: [EmbedNames.Name], in note: NoteID?) async -> [String: NoteID] {
    guard let note else { return [:] }
    var targets: [String: NoteID] = [:]
    for embed in embeds where targets[embed.written] == nil {
      let target = names.target(of: LinkName(.wiki, Array(embed.note.utf8)), from: note.path)
      guard let target, target.isOfNote, !hidden.contains(target) else { continue }
      targets[embed.written] = NoteID(target)
    }
    return targets
  }
}

/// A search without hidden notes.
private struct ShownSearch: NoteSearch {
  let all: any NoteSearch
  let hidden: Set<NotePath>

  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    let most = limit > .max - hidden.count ? limit : limit + hidden.count
    var answer = try await all.search(query, limit: most, excerpts: excerpts)
    answer.hits.removeAll { hidden.contains($0.id.path) }
    answer.hasMore = answer.hasMore || answer.hits.count > limit
    answer.hits = Array(answer.hits.prefix(limit))
    return answer
  }
}

private struct ShownTasks: TaskScanning {
  let all: any TaskScanning
  let hidden: Set<NotePath>

  func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask] {
    try await all.scan(scan).filter { !hidden.contains($0.record.note.path) }
  }
}

private struct ShownTables: FileTables {
  let all: any FileTables
  let hidden: Set<NotePath>

  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    ShownTable(all: try await all.table(request), hidden: hidden)
  }
}

private struct ShownTable: FileTable {
  let all: any FileTable
  let hidden: Set<NotePath>

  var rows: [FileRow] { all.rows.filter { !hidden.contains($0.path) } }

  func row(at path: NotePath) -> FileRow? { hidden.contains(path) ? nil : all.row(at: path) }

  func path(named target: String, from source: NotePath) -> NotePath? {
    all.path(named: target, from: source).flatMap {
      // A base that the settings hide can still be embedded.
      $0.isOfNote && hidden.contains($0) ? nil : $0
    }
  }

  func links(of path: NotePath) -> [FileLink] {
    hidden.contains(path) ? [] : all.links(of: path)
  }

  func sources(ofLinksTo path: NotePath) -> [NotePath] {
    hidden.contains(path) ? [] : all.sources(ofLinksTo: path).filter { !hidden.contains($0) }
  }
}
