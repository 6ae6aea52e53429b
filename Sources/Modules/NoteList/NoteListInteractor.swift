import OpenVault
import Services
import UseCases
import Viper

/// The list's business, put together from its parts in `Business`.
@MainActor
final class NoteListInteractor {
  let rows: NoteListRows
  let arranging: NoteListArranger
  let changing: NoteListChanges
  let moving: NoteMoving
  let joining: NoteJoins
  let tasks: TaskTicking
  let unsaved: UnsavedNotes
  private let loading: NoteListLoading
  private let scope: NoteListScope

  init(
    _ cases: NoteListCases, journal: any RecoveryJournal, tasks: TaskCases, work: Work,
    hearing: @escaping @MainActor () async -> Void
  ) {
    scope = NoteListScope(work)
    let rows = NoteListRows(cases.vault.index, scope)
    let arranging = NoteListArranger(cases.vault.state.arrangement, rows, scope)
    let deeds = NoteDeeds(rows, scope)
    self.rows = rows
    self.arranging = arranging
    changing = NoteListChanges(cases, deeds)
    moving = NoteMoving(cases, arranging, deeds)
    joining = NoteJoins(cases, arranging, deeds)
    self.tasks = TaskTicking(tasks, deeds)
    let unsaved = UnsavedNotes(journal, scope)
    self.unsaved = unsaved
    loading = NoteListLoading(cases.vault.index, hearing, rows, arranging, unsaved, scope)
  }

  /// Weak: the presenter holds its interactor.
  var output: (any NoteListInteractorOutput)? {
    get { scope.output }
    set { scope.output = newValue }
  }

  var screen: (any NoteListScreenOutput)? {
    get { scope.screen }
    set { scope.screen = newValue }
  }

  /// What is known at once, then what the files say, and what earlier runs left unsaved.
  func load() { loading.load() }

  func stop() { scope.end() }
}
