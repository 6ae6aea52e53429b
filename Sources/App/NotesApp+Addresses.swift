import Editor
import Entities
import NewNotes
import Services
import Table
import VaultSettings
import Viper

/// Addresses, and the ways to what they name.
extension NotesApp {
  func open(place: String) { open(place: place, in: nil, missing: nil) }

  func open(place: String, in home: LinkHome?, missing: MissingNote?) {
    do throws(RouteError) {
      let address = try NotesAddress(place)
      switch address {
      case .list:
        // Without a vault the list is what comes after login anyway.
        if container.vault != nil { try router.popTo("NoteList") }
      case .login: chooseVault()
      // A link to a base, which is no note.
      case .editor(let name, let view) where NotePath(name).isBase:
        openBase(TableStart(base: name, view: view, from: home?.note.path.folder))
      case .board, .editor, .history, .links, .properties:
        openNote(at: address, in: home, missing: missing)
      case .daily(let day):
        if container.vault == nil {
          placeAfterLogin = address
        } else {
          wireframe.newNotes?.openDailyNote(of: day)
        }
      case .search(let query):
        // One that is open already has another query then; it is not opened on itself.
        let route = wireframe.search(query: query)
        if router.topName == "Search" {
          wireframe.attempt { () throws(RouteError) in try router.replaceTop(route) }
        } else {
          wireframe.push(route)
        }
      case .base(let name, let view):
        openBase(TableStart(base: name, view: view))
      case .module(let name):
        guard let route = wireframe.place(named: name) else { throw .unknownPlace(place) }
        wireframe.attempt { () throws(RouteError) in try router.singleTop(route) }
      }
    } catch {
      router.report(error)
    }
  }

  private func openBase(_ start: TableStart) {
    let route = wireframe.table(at: start)
    if router.topName == "Table" {
      wireframe.attempt { () throws(RouteError) in try router.replaceTop(route) }
    } else {
      wireframe.push(route)
    }
  }

  /// Goes to a place that names a note, once that is found.
  func openNote(
    at place: NotesAddress, in home: LinkHome? = nil, missing: MissingNote? = nil
  ) {
    guard let vault = container.vault else {
      // The vault opens first; the way is gone again then.
      placeAfterLogin = place
      return
    }
    let finder = NoteFinder(
      index: vault.services.index, links: vault.services.queries.links,
      versions: vault.services.versions)
    typedAhead = typedAhead ?? []
    scope.run(
      { await finder.find(place, in: home) },
      then: { [weak self, weak vault] found in
        // Nobody waits for it any more, or the vault is closed.
        guard let self, let typed = self.typedAhead else { return }
        self.typedAhead = nil
        guard let vault, vault === self.container.vault else { return }
        // What was typed for it is meant for no other screen.
        guard let note = (try? found.get()) ?? nil else {
          if let missing, case .editor(let name, _) = place,
            self.wireframe.newNotes?.offerNote(named: name, in: missing.folder) == true
          {
            return
          }
          self.router.notice = "No note is called “\(place.note ?? "")”."
          return
        }
        self.go(to: note, as: place, in: vault)
        for event in typed { self.dispatch(event) }
      })
  }

  func go(to note: FoundNote, as place: NotesAddress, in vault: VaultScope) {
    if case .editor = place, let editor = vault.desk.visibleEditor(of: note.id) {
      return editor.bringForward(at: note.part)
    }
    let route =
      switch place {
      case .history: wireframe.history(of: note.id)
      case .links: wireframe.links(of: note.id)
      case .properties: wireframe.properties(of: note.id)
      case .board: wireframe.board(of: note.id)
      default:
        wireframe.editor(
          .note(note.id), at: note.part.map { .part($0) }, output: vault.changedNotes)
      }
    wireframe.attempt { () throws(RouteError) in try router.singleTop(route) }
  }
}
