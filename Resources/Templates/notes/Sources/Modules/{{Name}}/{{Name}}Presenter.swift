import Entities
import Viper

/// Turns commands into use cases and routes, and notes into rows.
@MainActor
final class {{Name}}Presenter: ListPresenter {
  weak var view: (any {{Name}}View)?

  private let interactor: any {{Name}}Interacting
  private let wireframe: any {{Name}}Wireframe
  private let date: @MainActor (Timestamp) -> String
  var route: RouteHandle?
  var state = {{Name}}State()
  /// The selected note, by its ID because rows move.
  private var selectedNote: NoteID?

  init(
    interactor: any {{Name}}Interacting, wireframe: any {{Name}}Wireframe,
    date: @escaping @MainActor (Timestamp) -> String
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.date = date
    interactor.output = self
  }

  private var selected: {{Name}}Item? { state.selected.flatMap(interactor.item(at:)) }
}

extension {{Name}}Presenter: ListPresenting {
  func handle(_ command: {{Name}}Command) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .open: if let selected { wireframe.open(selected.note) }
    case .trash: if let selected { interactor.trash(selected) }
    case .undo: interactor.undo()
    case .reload: interactor.load()
    case .close: close()
    }
    selectedNote = selected?.note
    showState()
  }

  func row(at index: Int) -> NoteRow {
    guard let item = interactor.item(at: index) else {
      return NoteRow(title: "", folder: "", date: "")
    }
    return NoteRow(
      title: item.title, folder: item.note.path.folder.text, date: date(item.modified))
  }
}

extension {{Name}}Presenter: {{Name}}InteractorOutput {
  func rowsChanged() {
    state.isLoading = false
    if let row = selectedNote.flatMap(interactor.index(of:)) { state.selected = row }
    showRows(interactor.count)
    selectedNote = selected?.note
  }

  func wasTrashed(_ item: {{Name}}Item) { showMessage({{Name}}Words.trashed(item.title)) }

  func cameBack(_ note: NoteID) {
    selectedNote = note
    showMessage({{Name}}Words.isBack(note))
  }

  func nothingToUndo() { showMessage({{Name}}Words.nothingToUndo) }

  func failed(_ message: String) {
    state.isLoading = false
    showMessage(message, isWarning: true)
  }
}

extension {{Name}}Presenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.load()
  }

  func moduleWasRemoved() { interactor.stop() }
}
