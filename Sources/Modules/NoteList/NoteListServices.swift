package import Services
package import Viper

/// What the list's business needs from outside.
package struct NoteListServices {
  package let index: any NoteIndex
  /// Where notes are trashed, copied and looked up.
  package let store: any NoteStore
  package let moves: any NoteMoves
  package let links: any NoteLinks
  /// Titles and tags in a note's text, and changes of them in many notes.
  package let texts: any NoteTexts
  package let changes: any Services.NoteChanges
  package let rewriting: any NoteRewriting
  /// What earlier runs left unsaved.
  package let journal: any RecoveryJournal
  /// Order and pins.
  package let arrangement: StoredValue<ListArrangement>
  package let taskTexts: any TaskTexts
  /// Nil where no tasks are ticked.
  package let taskWriting: (any TaskWriting)?
  package let clock: any WallClock
  package let work: Work
  /// Returns once changes of other programs are heard of: the files are looked through then, so that
  /// none falls between the look and the hearing.
  package let hearing: @MainActor () async -> Void

  package init(
    index: any NoteIndex, store: any NoteStore, moves: any NoteMoves, links: any NoteLinks,
    texts: any NoteTexts, changes: any Services.NoteChanges, rewriting: any NoteRewriting,
    journal: any RecoveryJournal, arrangement: StoredValue<ListArrangement>,
    taskTexts: any TaskTexts,
    taskWriting: (any TaskWriting)? = nil, clock: any WallClock, work: Work,
    hearing: @escaping @MainActor () async -> Void = {}
  ) {
    (self.index, self.store, self.moves, self.links) = (index, store, moves, links)
    (self.texts, self.changes) = (texts, changes)
    (self.rewriting, self.journal) = (rewriting, journal)
    (self.arrangement, self.taskTexts) = (arrangement, taskTexts)
    (self.taskWriting, self.clock, self.work, self.hearing) = (taskWriting, clock, work, hearing)
  }
}
