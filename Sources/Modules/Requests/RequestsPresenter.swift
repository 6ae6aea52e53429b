import Comparing
import Entities
import Viper

/// Turns commands into use cases and routes, and requests into rows.
@MainActor
final class RequestsPresenter: ListPresenter {
  weak var view: (any RequestsView)?

  private let interactor: any RequestsInteracting
  private let wireframe: any RequestsWireframe
  private let date: @MainActor (Timestamp) -> String
  private let didWrite: @MainActor (NoteID) -> Void
  var route: RouteHandle?
  var state = RequestsState()

  init(
    interactor: any RequestsInteracting, wireframe: any RequestsWireframe,
    date: @escaping @MainActor (Timestamp) -> String,
    didWrite: @escaping @MainActor (NoteID) -> Void
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.date = date
    self.didWrite = didWrite
    interactor.output = self
  }
}

extension RequestsPresenter: ListPresenting {
  func handle(_ command: RequestsCommand) {
    state.message = Message()
    let selected = state.selected.map(interactor.request(at:))
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .show: if let selected { interactor.preview(selected) }
    case .accept(let always):
      if always, selected?.change == .replace {
        state.message = Message(RequestsWords.asksEachTime, isWarning: true)
      } else if let selected {
        interactor.accept(selected, always: always)
      }
    case .refuse: if let selected { interactor.refuse(selected) }
    case .close: close()
    }
    showState()
  }

  func row(at index: Int) -> NoteRow {
    let request = interactor.request(at: index)
    return NoteRow(
      title: request.title, folder: "", date: date(request.arrived))
  }
}

extension RequestsPresenter: RequestsInteractorOutput {
  func requestsChanged() {
    state.isLoading = false
    showRows(interactor.count)
  }

  func previewIsReady(_ lines: [DifferenceLine], at path: String, isNew: Bool) {
    wireframe.show(
      difference: lines, titled: RequestsWords.previewTitle(path, isNew: isNew))
  }

  func requestWasAccepted(in note: NoteID) {
    showMessage(RequestsWords.written(note.path.text))
    didWrite(note)
  }

  func requestWasRefused() { showMessage(RequestsWords.refused) }

  func failed(_ message: String) { showMessage(message, isWarning: true) }
}

extension RequestsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) { self.route = route }

  /// Reloads the list, as more may have arrived.
  func moduleWillAppear() { interactor.load() }

  func moduleWasRemoved() { interactor.stop() }
}
