import Entities
import Services

/// Text that earlier runs kept and never saved.
@MainActor
final class UnsavedNotes {
  private let journal: any RecoveryJournal
  private let scope: NoteListScope
  /// The note that was opened last: the next one comes after it.
  private var last: NoteID?

  init(_ journal: any RecoveryJournal, _ scope: NoteListScope) {
    self.journal = journal
    self.scope = scope
  }

  func report() {
    look { [weak self] notes, hasDraft in
      guard !notes.isEmpty || hasDraft else { return }
      self?.scope.screen?.unsavedTextWasFound(
        named: notes.map { $0.path.stem.text }, andDraft: hasDraft)
    }
  }

  /// Notes in their order, then the new ones, then from the start again: text that somebody looked
  /// at and left for later does not stand before the rest.
  func findNext() {
    look { [weak self] notes, hasDraft in
      guard let self else { return }
      let following = notes.first { note in last.map { $0.path < note.path } ?? true }
      last = following ?? (hasDraft ? nil : notes.first)
      if last == nil, !hasDraft {
        scope.screen?.nothingIsUnsaved()
      } else {
        scope.screen?.nextUnsavedIs(last)
      }
    }
  }

  private func look(then found: @escaping @MainActor ([NoteID], _ hasDraft: Bool) -> Void) {
    let journal = journal
    scope.run {
      (journal.unsavedNotes(), journal.recovered(nil) != nil)
    } done: { notes, hasDraft in
      found(notes, hasDraft)
    }
  }
}
