import Entities
import Viper

/// Holds the bookmarks as last read.
@MainActor
final class BookmarksInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any BookmarksInteractorOutput)?
  private(set) var items: [BookmarkItem] = []

  private let cases: BookmarkCases
  private let scope: WorkScope
  private let latest = Latest()

  init(cases: BookmarkCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  func load() {
    scope.run(
      { [cases] in await cases.list() },
      then: latest.only { [weak self] read in
        guard let self, case .success(let list) = read else { return }
        items = list.items
        output?.didRead(problem: list.problem)
      })
  }

  func stop() { scope.end() }
}

extension BookmarksInteractor: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) { load() }
}
