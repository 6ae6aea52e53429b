import Entities
import Services
import Viper

/// Shows the notes that the index knows, reads the files, and reports unsaved text of earlier runs.
@MainActor
final class NoteListLoading {
  private let index: any NoteIndex
  private let hearing: @MainActor () async -> Void
  private let rows: NoteListRows
  private let arranging: NoteListArranger
  private let unsaved: UnsavedNotes
  private let scope: NoteListScope
  private let latest = Latest()

  init(
    _ index: any NoteIndex, _ hearing: @escaping @MainActor () async -> Void,
    _ rows: NoteListRows, _ arranging: NoteListArranger, _ unsaved: UnsavedNotes,
    _ scope: NoteListScope
  ) {
    (self.index, self.hearing) = (index, hearing)
    (self.rows, self.arranging) = (rows, arranging)
    (self.unsaved, self.scope) = (unsaved, scope)
  }

  func load() {
    rows.load(rows.hasLoaded ? rows.request : arranging.restored())
    // Leave the disk to the first rows.
    rows.whenFetched(latest.only { [weak self] in self?.reconcile() })
    unsaved.report()
  }

  private func reconcile() {
    var problems: [String] = []
    let (index, hearing) = (index, hearing)
    scope.follow(
      {
        await hearing()
        return index.reconcile()
      },
      each: latest.still { [weak self] (progress: IndexProgress) in
        guard let self else { return }
        switch progress {
        case .isFirst(let notes): scope.screen?.readingProgressed(notes: 0, of: notes)
        case .read(let notes, let all): scope.screen?.readingProgressed(notes: notes, of: all)
        case .changed(let change):
          rows.marks.take(away: change.removed)
          rows.notesChangedOutside()
        case .problem(let problem): problems.append(problem)
        }
      },
      finally: latest.still { [weak self] in
        guard let self else { return }
        // Fetch the rows once more. Another process of ours may have refreshed the index before we
        // watched for changes, and then this run found nothing to do.
        rows.notesChangedOutside()
        rows.whenFetched { [weak self] in self?.scope.screen?.loadingEnded(problems: problems) }
      })
  }
}

/// Text that earlier runs stored and never saved.
@MainActor
final class UnsavedNotes {
  private let journal: any RecoveryJournal
  private let scope: NoteListScope
  /// The last opened note; the next one comes after it.
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

  /// Finds the next unsaved text: notes in their order, then the draft, then from the start, so
  /// that text left for later does not come first again.
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
