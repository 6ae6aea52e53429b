import Entities
package import Services

/// One walk through a vault: first every name and time, then the notes' first words, newest first.
package struct Listing {
  static let firstBatch = 50
  static let laterBatch = 500

  private let files: any VaultFiles

  package init(files: any VaultFiles) { self.files = files }

  /// Yields batches until the vault was walked or `isCancelled` says so.
  package func run(isCancelled: () -> Bool, yield: (ListingBatch) -> Void) {
    if isCancelled() { return }
    var survey = files.survey(isCancelled: isCancelled)
    if isCancelled() { return }
    survey.sortNewestFirst()
    let heads = HeadReader(files)
    var batch = ListingBatch(notes: [], problems: survey.problems)
    batch.notes.reserveCapacity(Self.firstBatch)
    var limit = Self.firstBatch
    for entry in survey.entries {
      if isCancelled() { return }
      if let row = heads.row(NoteID(survey.path(of: entry)), entry.fact) { batch.notes.append(row) }
      if batch.notes.count == limit {
        yield(batch)
        batch = ListingBatch(notes: [])
        limit = Self.laterBatch
        batch.notes.reserveCapacity(limit)
      }
    }
    if batch != ListingBatch(notes: []) { yield(batch) }
  }
}
