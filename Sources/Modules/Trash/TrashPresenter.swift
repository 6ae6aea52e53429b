import Entities
import Viper

/// Turns commands into use cases and questions, and trashed notes into rows.
@MainActor
final class TrashPresenter: ListPresenter {
  weak var view: (any TrashView)? { didSet { view?.show(state) } }

  private let interactor: any TrashInteracting
  private let wireframe: any TrashWireframe
  private let date: @MainActor (Timestamp) -> String
  private let didRestore: @MainActor (NoteID) -> Void
  var route: RouteHandle?
  var state = TrashState()
  /// The path in the trash of the selected note.
  private var selectedName: NotePath?

  init(
    interactor: any TrashInteracting, wireframe: any TrashWireframe,
    date: @escaping @MainActor (Timestamp) -> String,
    didRestore: @escaping @MainActor (NoteID) -> Void
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.date = date
    self.didRestore = didRestore
    interactor.output = self
  }

  private var selectedItem: TrashItem? { state.selected.map(interactor.item(at:)) }
}

extension TrashPresenter: ListPresenting {
  func handle(_ command: TrashCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let index): state.select(index)
    case .restore:
      if let item = selectedItem { interactor.restore(item) }
    case .delete:
      if let item = selectedItem {
        delete([item], asking: .deletingForGood(noteTitled: item.title))
      }
    case .empty: askToEmpty()
    case .reload:
      state.isLoading = true
      interactor.load()
    case .close: close()
    }
    selectedName = selectedItem?.resting
    view?.show(state)
  }

  private func askToEmpty() {
    guard interactor.count > 0 else { return showMessage(TrashWords.isEmptyAlready) }
    // Delete only the notes of now: more may come into the trash while the question is open.
    let all = (0..<interactor.count).map(interactor.item(at:))
    delete(all, asking: .deletingForGood(count: all.count))
  }

  private func delete(_ items: [TrashItem], asking question: Question) {
    wireframe.ask(question) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.delete(items) }
    }
  }

  func row(at index: Int) -> NoteRow {
    let item = interactor.item(at: index)
    return NoteRow(
      title: item.title, folder: TrashWords.origin(item.original.folder.text),
      date: item.trashed.map(date) ?? "")
  }
}

extension TrashPresenter: TrashInteractorOutput {
  func trashChanged() {
    let names = (0..<interactor.count).map { interactor.item(at: $0).resting }
    showRows(named: names, following: &selectedName)
  }

  func loadingEnded() {
    state.isLoading = false
    view?.show(state)
  }

  func noteWasRestored(_ item: TrashItem, to note: NoteID) {
    showMessage(TrashWords.restored(item, to: note))
    didRestore(note)
  }

  func notesWereDeleted(_ items: [TrashItem]) {
    showMessage(TrashWords.deleted(items))
  }

  func failed(_ message: String) {
    showMessage(message, isWarning: true)
  }
}

extension TrashPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  func moduleWasRemoved() {
    interactor.stop()
  }
}
