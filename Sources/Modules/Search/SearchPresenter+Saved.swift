import VaultSettings
import Viper

/// Saved searches, which are shown while nothing is typed.
extension SearchPresenter {
  /// The purpose of the name that the person is asked for.
  enum Naming: Equatable {
    case query(String)
    case saved(String)
  }

  var saved: [SavedSearch] { interactor.saved }

  /// Shows the saved searches instead of results.
  func showSaved() {
    state.showsSaved = !saved.isEmpty
    state.rowCount = saved.count
    selectSaved(0)
    view?.reloadRows()
  }

  func selectSaved(_ index: Int) {
    selected = max(0, min(index, saved.count - 1))
    state.selected = saved.isEmpty ? nil : selected
  }

  func handleSaved(_ command: SearchCommand) {
    let chosen = saved.indices.contains(selected) ? saved[selected] : nil
    switch command {
    case .move(let move): selectSaved(move.row(from: selected, of: saved.count, visible: 1))
    case .moveNote(let count): selectSaved(selected + count)
    case .select(let row): selectSaved(row)
    case .open: if let chosen { search(chosen.query) }
    case .rename: if let chosen { ask(for: .saved(chosen.name), now: chosen.name) }
    case .forget:
      guard let chosen else { return }
      forgotten = chosen
      interactor.change(.forget(chosen.name))
    default: break
    }
  }

  func restore() {
    guard let forgotten else { return showMessage(SharedWords.nothingToUndo) }
    interactor.change(.keep(forgotten))
  }

  func saveQuery() {
    if state.isIdle { return showMessage(SearchWords.noQuery) }
    if state.problem != nil {
      return showMessage(SearchWords.unreadable, isWarning: true)
    }
    let name = saved.first { $0.query == state.query }?.name ?? ""
    ask(for: .query(state.query), now: name)
  }

  private func ask(for naming: Naming, now name: String) {
    wireframe.ask(.name(naming, now: name)) { [weak self] answer in
      if case .typed(let text) = answer { self?.save(naming, as: text) }
    }
  }

  private func save(_ naming: Naming, as text: String) {
    guard let name = SavedSearch.name(typed: text) else {
      return showMessage(SearchWords.noName, isWarning: true)
    }
    switch naming {
    case .query(let query): interactor.change(.keep(SavedSearch(name: name, query: query)))
    case .saved(let old):
      if old == name { return }
      if saved.contains(where: { $0.name == name }) {
        return showMessage(SearchWords.nameIsTaken(name), isWarning: true)
      }
      interactor.change(.rename(old, to: name))
    }
  }

  func savedSearchesChanged(by change: SavedSearchChange?) {
    if let change {
      let isBack = if case .keep(let search) = change { search == forgotten } else { false }
      if isBack { forgotten = nil }
      showMessage(SearchWords.changed(change, isBack: isBack))
    }
    if state.isIdle {
      let before = selected
      showSaved()
      let named = saved.firstIndex { search in
        switch change {
        case .keep(let saved): search.name == saved.name
        case .rename(_, let name): search.name == name
        case .forget, nil: false
        }
      }
      selectSaved(named ?? before)
    }
    view?.show(state)
  }

  func savingFailed(_ message: String) {
    showMessage(message, isWarning: true)
  }
}
