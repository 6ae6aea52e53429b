package import Entities
package import Services
import Synchronization
import VaultSettings

/// An index over a vault in memory, which it looks through whenever it is asked.
package actor MemoryIndex: NoteIndex {
  private let store: MemoryNoteStore
  /// What it knows; other notes in the store are not listed before someone tells it.
  private var known: [NoteSummary]?
  private var failures: [NoteIndexError] = []

  package init(_ store: MemoryNoteStore) {
    self.store = store
  }

  /// The next call fails so.
  package func fail(next error: NoteIndexError) { failures.append(error) }

  package func catalog(
    _ request: CatalogRequest
  ) async throws(NoteIndexError) -> any NoteCatalog {
    if !failures.isEmpty { throw failures.removeFirst() }
    let all = await rows()
    let wanted = request.words.lowercased().split(separator: " ")
    let passing = all.filter { note in
      let text = "\(note.title) \(note.snippet) \(note.id.path.text)".lowercased()
      return wanted.allSatisfy { text.contains($0) }
    }.filter { note in
      guard let folder = request.folder else { return true }
      return note.id.path.bytes.starts(with: folder.bytes + Array("/".utf8))
    }
    var rows = request.order == .title ? passing.sorted { $0.title < $1.title } : passing
    if request.isReversed { rows.reverse() }
    func isTitled(_ note: NoteSummary) -> Bool {
      let title = note.title.lowercased()
      return wanted.allSatisfy { title.contains($0) }
    }
    rows = rows.filter(isTitled) + rows.filter { !isTitled($0) }
    return MemoryCatalog(rows, total: all.count)
  }

  private func rows() async -> [NoteSummary] {
    if let known { return known }
    let rows = await store.rows
    known = rows
    return rows
  }

  package nonisolated func reconcile() -> AsyncStream<IndexProgress> {
    AsyncStream { continuation in
      let task = Task {
        for progress in await self.lookThrough() { continuation.yield(progress) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func lookThrough() async -> [IndexProgress] {
    let before = await rows()
    let now = await store.rows
    let problems = await store.problems.map { IndexProgress.problem($0) }
    known = now
    let gone = before.filter { old in !now.contains { $0.id == old.id } }
    let updated = now.filter { !before.contains($0) }
    let change = IndexChange(updated: updated.map(\.id), removed: gone.map(\.id))
    return problems + (change.isEmpty ? [] : [.changed(change)])
  }

  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    if !failures.isEmpty { throw failures.removeFirst() }
    var rows = await rows().filter { !notes.contains($0.id) }
    let fresh = await store.rows.filter { notes.contains($0.id) }
    rows += fresh
    known = MemoryNoteStore.newestFirst(rows)
    let found = Set(fresh.map(\.id))
    return IndexChange(
      updated: notes.filter(found.contains), removed: notes.filter { !found.contains($0) })
  }

  package func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails? {
    guard let summary = await rows().first(where: { $0.id == note }) else { return nil }
    return NoteDetails(
      summary: summary, tags: [], aliases: [], created: nil, properties: [],
      words: summary.snippet.split(separator: " ").count, tasks: 0, openTasks: 0)
  }

  package func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch] {
    if !failures.isEmpty { throw failures.removeFirst() }
    // A link in brackets means the text inside them.
    let isLink = written.hasPrefix("[[") && written.hasSuffix("]]")
    let wanted = (isLink ? String(written.dropFirst(2).dropLast(2)) : written).lowercased()
    let rows = await rows()
    func matches(isExact: Bool = true, _ isMeant: (NoteSummary) -> Bool) -> [NoteMatch] {
      rows.filter(isMeant).map { NoteMatch(id: $0.id, title: $0.title, isExact: isExact) }
    }
    let byPath = matches { [wanted, wanted + ".md"].contains($0.id.path.text.lowercased()) }
    if !byPath.isEmpty { return byPath }
    let byName = matches {
      $0.title.lowercased() == wanted || $0.id.path.stem.text.lowercased() == wanted
    }
    if !byName.isEmpty { return byName }
    return matches(isExact: false) {
      $0.title.lowercased().hasPrefix(wanted) || $0.id.path.text.lowercased().hasPrefix(wanted)
    }
  }

  package func report() async throws(NoteIndexError) -> IndexReport {
    if !failures.isEmpty { throw failures.removeFirst() }
    let count = await rows().count
    return IndexReport(
      path: "memory", notes: count, words: 0, links: 0, tags: 0, bytes: 0, reconciled: nil,
      problems: [])
  }

  package func discard() async throws(NoteIndexError) { known = nil }
}

/// Notes in an order, all at hand.
package final class MemoryCatalog: NoteCatalog {
  private let rows: [NoteSummary]
  package let total: Int

  package init(_ rows: [NoteSummary], total: Int) {
    self.rows = rows
    self.total = total
  }

  package var count: Int { rows.count }
  package func notes(in range: Range<Int>) -> [NoteSummary] { Array(rows[range]) }
  package func position(of note: NoteID) -> Int? { rows.firstIndex { $0.id == note } }
}
