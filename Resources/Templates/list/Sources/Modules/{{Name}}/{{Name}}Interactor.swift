import Entities
import Services
import Viper

/// Lists the notes of the vault.
@MainActor
final class {{Name}}Interactor: {{Name}}Interacting {
  weak var output: (any {{Name}}InteractorOutput)?

  private let store: any NoteStore
  private let scope: WorkScope
  private var notes: [NoteSummary] = []

  init(store: any NoteStore, work: Work) {
    self.store = store
    scope = work.scope()
  }

  var count: Int { notes.count }

  func title(at index: Int) -> String { notes[index].title }

  func note(at index: Int) -> NoteID { notes[index].id }

  func load() {
    var found: [NoteSummary] = []
    var problems: [String] = []
    scope.follow(
      { [store] in store.list() },
      each: { batch in
        found += batch.notes
        problems += batch.problems
      },
      finally: { [weak self] in
        self?.notes = found
        self?.output?.rowsChanged()
        self?.output?.loadingEnded(problems: problems)
      })
  }

  func stop() {
    scope.end()
  }
}
