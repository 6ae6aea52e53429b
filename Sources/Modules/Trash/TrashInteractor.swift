import Entities
import Services
import Viper

/// Holds what lies in the trash of the vault.
@MainActor
final class TrashInteractor: TrashInteracting {
  weak var output: (any TrashInteractorOutput)?

  private let trash: any NoteTrash
  private let scope: WorkScope
  private var notes: [TrashedNote] = []
  private var loadings = 0

  init(trash: any NoteTrash, work: Work) {
    self.trash = trash
    scope = work.scope()
  }

  var count: Int { notes.count }

  func item(at index: Int) -> TrashItem {
    let note = notes[index]
    return TrashItem(
      title: note.title, original: note.original.path, resting: note.resting,
      trashed: note.trashed)
  }

  func load() {
    loadings += 1
    let (loading, trash) = (loadings, trash)
    scope.run(
      { try await trash.trashed() },
      then: { [weak self] result in
        guard let self, loading == self.loadings else { return }
        switch result {
        case .success(let notes):
          self.notes = notes
          self.output?.trashChanged()
        case .failure(let error):
          self.output?.failed(Self.message(of: error))
        }
        self.output?.loadingEnded()
      })
  }

  func restore(_ items: [TrashItem]) {
    let wanted = notes(items)
    guard let note = wanted.first, let item = items.first else { return }
    let trash = trash
    scope.run(
      { try await trash.restore(note) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let id):
          self.remove([note])
          self.output?.noteWasRestored(item, to: id)
          self.restore(Array(items.dropFirst()))
        case .failure(let error): self.failed(error)
        }
      })
  }

  func delete(_ items: [TrashItem]) {
    let wanted = notes(items)
    guard !wanted.isEmpty else { return }
    let trash = trash
    scope.run(
      { try await trash.deleteForGood(wanted) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success:
          self.remove(wanted)
          self.output?.notesWereDeleted(items)
        case .failure(let error): self.failed(error)
        }
      })
  }

  func stop() {
    scope.end()
  }

  private func notes(_ items: [TrashItem]) -> [TrashedNote] {
    items.compactMap { item in notes.first { $0.resting == item.resting } }
  }

  private func remove(_ gone: [TrashedNote]) {
    loadings += 1
    let places = Set(gone.map(\.resting))
    notes.removeAll { places.contains($0.resting) }
    output?.trashChanged()
  }

  /// What is there now is not what was thought to be there: it is looked at again.
  private func failed(_ error: any Error) {
    output?.failed(Self.message(of: error))
    load()
  }

  private static func message(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
  }
}
