import Daily
import Editor
import Entities
import NewNotes
import OpenVault
import Viper

extension Wireframe {
  /// The module that opens daily notes and makes new notes in the open vault.
  var newNotes: (any NewNotesInput)? {
    container.vault?.list.newNotes
      ?? attachToVault {
        let routes = NewNotesRoutes(wireframe: self)
        let built = NewNotesBuilder.make(
          cases: newNoteCases, work: container.work, wireframe: routes, output: routes)
        vault.list.newNotes = built.input
        return built
      }
  }

  /// Returns the route to the note of a day: the existing one, or one from its template, which is
  /// created when it is edited.
  func dailyNote(_ day: Day) -> Route {
    editor(.planned(.daily(day)), output: container.vault?.changedNotes)
  }

  private func newNoteCases() -> NewNoteCases {
    NewNoteCases(
      store: vault.services.store, texts: vault.services.texts, planner: notePlanner())
  }

  /// Returns a planner for the paths of new notes.
  func notePlanner() -> NotePlanner {
    NotePlanner(
      store: vault.services.store, index: vault.services.index, foreign: vault.services.foreign,
      settings: container.preferences.values, clock: container.clock)
  }
}

/// The routes of new notes.
private final class NewNotesRoutes: Routes, NewNotesWireframe {
  func openDailyNote(_ note: NoteID, of day: Day) {
    if let editor = wireframe.vault.openEditors.visibleEditor(of: note) {
      return editor.bringForward(at: nil)
    }
    wireframe.attempt(try wireframe.router.singleTop(wireframe.dailyNote(day)))
  }

  func replace(_ route: RouteHandle, byDailyNoteOf day: Day) {
    guard wireframe.router.isOnTopScreen(route) else { return }
    wireframe.attempt(try wireframe.router.replaceTop(wireframe.dailyNote(day)))
  }

  func openNote(_ plan: NotePlan) {
    wireframe.push(wireframe.editor(.planned(plan), output: wireframe.vault.changedNotes))
  }
}

extension NewNotesRoutes: NewNotesOutput {
  func newNotesDidMake(_ note: NoteID) {
    wireframe.vault.list.adapter?.editorDidSave(note)
    wireframe.app.open(.found(note))
  }
}
