package import Entities
package import Services

/// The links that lead to a note, asked for before there is a screen for them: that one has its rows
/// in its first frame.
package struct EarlyLinks: Sendable {
  package let note: NoteID
  let title: String
  let backlinks: any LinkCatalog
  let rows: RecordCache

  /// Nil where nothing is known without a look at the files: their screen asks then.
  @concurrent
  package static func read(
    of note: NoteID, by links: any NoteLinks, from store: any NoteStore
  ) async -> EarlyLinks? {
    guard let backlinks = links.backlinksAtHand(to: note) else { return nil }
    var rows = RecordCache()
    _ = rows.record(at: 0, in: backlinks)
    let title = try? await store.summary(of: note).title
    return EarlyLinks(
      note: note, title: title ?? note.path.stem.text, backlinks: backlinks, rows: rows)
  }
}
