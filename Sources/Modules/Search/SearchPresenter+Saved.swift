import Services
import Viper

/// Searches with a name: they stand where nothing is typed.
extension SearchPresenter {
  /// What a name is asked for.
  enum Naming: Equatable {
    case query(String)
    case saved(String)
  }

  /// What stands in place of what is found while nothing is asked for.
  func showSaved() {
    saved = interactor.saved
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
    guard let forgotten else { return showMessage("Nothing to undo.") }
    interactor.change(.keep(forgotten))
  }

  func saveQuery() {
    if state.isIdle { return showMessage("Type a query first, then give it a name.") }
    if state.problem != nil {
      return showMessage("The query cannot be read: it is not saved.", isWarning: true)
    }
    let name = interactor.saved.first { $0.query == state.query }?.name ?? ""
    ask(for: .query(state.query), now: name)
  }

  private func ask(for naming: Naming, now name: String) {
    wireframe.ask(.name(naming, now: name)) { [weak self] answer in
      if case .typed(let text) = answer { self?.save(naming, as: text) }
    }
  }

  private func save(_ naming: Naming, as text: String) {
    guard let name = SavedSearch.name(typed: text) else {
      return showMessage("Without a name it is not saved.", isWarning: true)
    }
    switch naming {
    case .query(let query): interactor.change(.keep(SavedSearch(name: name, query: query)))
    case .saved(let old):
      if old == name { return }
      if saved.contains(where: { $0.name == name }) {
        return showMessage(
          "“\(name)” is the name of another one: delete that first.", isWarning: true)
      }
      interactor.change(.rename(old, to: name))
    }
  }

  func savedSearchesChanged(_ change: SavedSearchChange) {
    switch change {
    case .keep(let search) where search == forgotten:
      forgotten = nil
      showMessage("“\(search.name)” is back.")
    case .keep(let search):
      showMessage("Saved as “\(search.name)”: it stands here while nothing is typed.")
    case .rename(_, let name): showMessage("It is called “\(name)” now.")
    case .forget(let name): showMessage("Deleted “\(name)”. M-u brings it back.")
    }
    if state.isIdle {
      let place = selected
      showSaved()
      let named = saved.firstIndex { search in
        switch change {
        case .keep(let kept): search.name == kept.name
        case .rename(_, let name): search.name == name
        case .forget: false
        }
      }
      selectSaved(named ?? place)
    }
    view?.show(state)
  }

  func savingFailed(_ message: String) {
    showMessage(message, isWarning: true)
  }
}
