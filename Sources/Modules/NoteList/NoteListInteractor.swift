import Services
import Viper

/// The list's business, put together from its parts in `Business`.
@MainActor
final class NoteListInteractor: NoteListInteracting {
  let rows: any NoteListBrowsing
  let arranging: any NoteListArranging
  let changing: any NoteListChanging
  let moving: any NoteListMoving
  let joining: any NoteListJoining
  let tasks: any NoteListTicking
  let unsaved: any NoteListRecovering
  private let loading: NoteListLoading
  private let scope: NoteListScope

  init(_ services: NoteListServices) {
    scope = NoteListScope(services.work)
    let rows = NoteListRows(services.index, scope)
    let arranging = NoteListArranger(services.arrangement, rows, scope)
    let deeds = NoteDeeds(rows, scope)
    self.rows = rows
    self.arranging = arranging
    changing = NoteChanges(services, deeds)
    moving = NoteMoving(services, arranging, deeds)
    joining = NoteJoins(services, arranging, deeds)
    tasks = TaskTicking(services, deeds)
    let unsaved = UnsavedNotes(services.journal, scope)
    self.unsaved = unsaved
    loading = NoteListLoading(services, rows, arranging, unsaved, scope)
  }

  var output: (any NoteListInteractorOutput)? {
    get { scope.output }
    set { scope.output = newValue }
  }

  var screen: (any NoteListScreenOutput)? {
    get { scope.screen }
    set { scope.screen = newValue }
  }

  func load() { loading.load() }

  func load(_ request: CatalogRequest) { loading.load(request) }

  func stop() { scope.end() }
}
