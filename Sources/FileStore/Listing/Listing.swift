package import Entities
import NoteSyntax
package import Services

/// A walk through a vault: first every name and time, then the first words of notes, newest first.
struct Listing {
  static let firstBatch = 50
  static let laterBatch = 500

  private let files: any VaultFiles

  init(files: any VaultFiles) { self.files = files }

  /// Yields batches until the vault was walked or `isCancelled` returns true.
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

/// Reads the first words of notes for list rows.
package struct HeadReader: ~Copyable {
  /// Enough for a title and a line of text; reading more is not worth its time.
  private static let usual = 2048
  /// For longer front matter.
  private static let most = 65_536

  private let files: any VaultFiles
  private let buffer: UnsafeMutableRawBufferPointer

  package init(_ files: any VaultFiles) {
    self.files = files
    buffer = .allocate(byteCount: Self.most, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Returns nil if the note is gone.
  package func row(_ note: NoteID, _ fact: FileFact) -> NoteSummary? {
    var row = NoteSummary(
      id: note, title: note.path.ownTitle(inLogseq: files.hasLogseqNames), snippet: "",
      modified: fact.modified,
      obstacle: fact.obstacle)
    if row.obstacle != nil { return row }
    do {
      (row.title, row.snippet) = try head(note, size: fact.size).row(stem: row.title)
    } catch {
      if case .notFound = error { return nil }
      row.obstacle = NoteObstacle(error)
    }
    return row
  }

  private func head(_ note: NoteID, size: Int) throws(NoteStoreError) -> NoteHead {
    var limit = Self.usual
    while true {
      let got = try files.read(
        note, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<limit]))
      let isWhole = got < limit || size == got
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<got])
      let head = bytes.withMemoryRebound(to: UInt8.self) { NoteHead($0.span, isWhole: isWhole) }
      if !head.wantsMore || isWhole || limit >= buffer.count { return head }
      limit = buffer.count
    }
  }
}
