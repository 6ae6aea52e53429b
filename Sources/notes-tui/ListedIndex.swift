import Entities
import Services

/// The notes as a walk finds them, without an index.
final class ListedIndex: NoteIndex {
  private let store: any NoteStore
  init(store: any NoteStore) { self.store = store }

  func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog {
    var rows: [NoteSummary] = []
    for await batch in store.list() { rows += batch.notes }
    let wanted = request.words.lowercased().split(separator: " ")
    let passing = rows.filter { note in
      let text = "\(note.title) \(note.snippet) \(note.id.path.text)".lowercased()
      return wanted.allSatisfy { text.contains($0) }
    }
    return ListedCatalog(passing, total: rows.count)
  }
  func reconcile() -> AsyncStream<IndexProgress> { AsyncStream { $0.finish() } }
  func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange { IndexChange() }
  func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails? { nil }
  func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch] {
    let folded = written.lowercased()
    var found: [NoteMatch] = []
    for await batch in store.list() {
      for note in batch.notes
      where [
        note.title, note.id.path.text, note.id.path.stem.text,
        note.id.path.folder.appending(note.id.path.stem).text,
      ].contains(where: { $0.lowercased() == folded }) {
        found.append(NoteMatch(id: note.id, title: note.title))
      }
    }
    return found
  }
  func report() async throws(NoteIndexError) -> IndexReport { throw .cancelled }
  func discard() async throws(NoteIndexError) {}
}

final class ListedCatalog: NoteCatalog {
  private let rows: [NoteSummary]
  let total: Int
  init(_ rows: [NoteSummary], total: Int) {
    self.rows = rows
    self.total = total
  }
  var count: Int { rows.count }
  func notes(in range: Range<Int>) -> [NoteSummary] { Array(rows[range]) }
  func position(of note: NoteID) -> Int? { rows.firstIndex { $0.id == note } }
}
