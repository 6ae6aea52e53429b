import Services
import Viper

/// Shows what is known at once, then brings it in line with the files, and reports what earlier runs left
/// unsaved.
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
    // Before the first rows are there nothing else should ask for the disk.
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
        case .isFirst(let notes): scope.screen?.readingWentOn(notes: 0, of: notes)
        case .read(let notes, let all): scope.screen?.readingWentOn(notes: notes, of: all)
        case .changed(let change):
          rows.marks.take(away: change.removed)
          rows.notesChangedOutside()
        case .problem(let problem): problems.append(problem)
        }
      },
      finally: latest.still { [weak self] in
        guard let self else { return }
        // The rows came from the files, or from before changes were heard of: another of our programs
        // may have told the index of one since, and then nothing was left to find.
        rows.notesChangedOutside()
        rows.whenFetched { [weak self] in self?.scope.screen?.loadingEnded(problems: problems) }
      })
  }
}
