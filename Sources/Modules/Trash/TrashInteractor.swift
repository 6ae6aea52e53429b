import Entities
import Viper

/// Holds the trashed notes, restores and deletes them.
@MainActor
final class TrashInteractor: TrashInteracting {
  weak var output: (any TrashInteractorOutput)?

  private let cases: TrashCases
  private let scope: WorkScope
  private var items: [TrashItem] = []
  private var loadings = 0

  init(cases: TrashCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  var count: Int { items.count }

  func item(at index: Int) -> TrashItem { items[index] }

  func load() {
    loadings += 1
    let (loading, cases) = (loadings, cases)
    scope.run(
      { try await cases.items() },
      then: { [weak self] result in
        guard let self, loading == self.loadings else { return }
        switch result {
        case .success(let items):
          self.items = items
          self.output?.trashChanged()
        case .failure(let error):
          self.output?.failed(error.explanation)
        }
        self.output?.loadingEnded()
      })
  }

  func restore(_ item: TrashItem) {
    scope.run({ [cases] in try await cases.restore(item) }) { [weak self] note in
      self?.remove([item])
      self?.output?.noteWasRestored(item, to: note)
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  func delete(_ items: [TrashItem]) {
    scope.run({ [cases] in try await cases.delete(items) }) { [weak self] _ in
      self?.remove(items)
      self?.output?.notesWereDeleted(items)
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  func stop() {
    scope.end()
  }

  private func remove(_ gone: [TrashItem]) {
    loadings += 1
    let gone = Set(gone)
    items.removeAll(where: gone.contains)
    output?.trashChanged()
  }

  /// Reports the failure and reloads, because the list may be out of date.
  private func failed(_ error: any Error) {
    output?.failed(error.explanation)
    load()
  }
}
