import Entities
import NoteQueries
import Services

/// What query blocks find: nothing of what is hidden.
struct ShownSearch: NoteSearch {
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

struct ShownTasks: TaskScanning {
  let all: any TaskScanning
  let hidden: Set<NotePath>

  func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask] {
    try await all.scan(scan).filter { !hidden.contains($0.record.note.path) }
  }
}

struct ShownTables: FileTables {
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
      // A base that no list shows still answers.
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
