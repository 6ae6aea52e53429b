import Entities
import Services
import Viper

/// Holds the listed notes and the steps that can be undone.
@MainActor
final class {{Name}}Interactor: {{Name}}Interacting {
  weak var output: (any {{Name}}InteractorOutput)?

  private let cases: {{Name}}Cases
  /// Reports trashed and restored notes to other modules.
  private let didChange: @MainActor ([NoteID]) -> Void
  private let scope: WorkScope
  private let latest = Latest()
  private var catalog: (any NoteCatalog)?
  /// The notes that can be restored, the last at the end.
  private var trashed: [TrashedNote] = []

  init(
    cases: {{Name}}Cases, work: Work, didChange: @escaping @MainActor ([NoteID]) -> Void
  ) {
    self.cases = cases
    self.didChange = didChange
    scope = work.scope()
  }

  var count: Int { catalog?.count ?? 0 }

  func item(at index: Int) -> {{Name}}Item? {
    guard index < count else { return nil }
    return catalog?.notes(in: index..<index + 1).first.map {
      {{Name}}Item(note: $0.id, title: $0.title, modified: $0.modified)
    }
  }

  func index(of note: NoteID) -> Int? { catalog?.position(of: note) }

  func load() {
    scope.run(
      { [cases] in try await cases.list() },
      then: latest.only { [weak self] result in
        guard let self, let catalog = value(of: result) else { return }
        self.catalog = catalog
        output?.rowsChanged()
      })
  }

  func trash(_ item: {{Name}}Item) {
    scope.run(
      { [cases] in try await cases.trash(item.note) },
      then: { [weak self] result in
        guard let self else { return }
        if let gone = value(of: result) {
          trashed.append(gone)
          output?.wasTrashed(item)
          didChange([item.note])
        }
        load()
      })
  }

  func undo() {
    guard let last = trashed.popLast() else {
      output?.nothingToUndo()
      return
    }
    scope.run(
      { [cases] in try await cases.restore(last) },
      then: { [weak self] result in
        guard let self else { return }
        if let note = value(of: result) {
          output?.cameBack(note)
          didChange([note])
        } else {
          trashed.append(last)
        }
        load()
      })
  }

  func stop() { scope.end() }

  /// Returns the value; reports a failure and returns nil.
  private func value<Value>(of result: Result<Value, any Error>) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let error as NoteStoreError): output?.failed(error.message)
    case .failure(let error as NoteIndexError): output?.failed(error.message)
    case .failure(let error): output?.failed("\(error)")
    }
    return nil
  }
}

extension {{Name}}Interactor: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) { load() }
}
