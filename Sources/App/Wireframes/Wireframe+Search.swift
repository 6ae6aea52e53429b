import Editor
import Entities
import OpenVault
import Search
import Services
import Table
import VaultSettings
import Viper

extension Wireframe {
  /// The search of all notes, for `query`; nil is what was looked for last.
  func search(query: String? = nil) -> Route {
    Route("Search") {
      let routes = SearchRoutes(wireframe: self)
      if let query { vault.searched.query = query }
      let built = SearchBuilder(
        cases: SearchCases(vault.services, clock: container.clock), clock: container.clock,
        work: container.work,
        dateForm: { [container] in container.preferences.values.dateForm }
      ).make(memory: vault.searched, wireframe: routes)
      vault.watch.add(built.input)
      return built.module
    }
  }
}

/// Where the search can go.
@MainActor
final class SearchRoutes: Routes, SearchWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func openReplace(_ start: ReplaceStart) {
    let wireframe = wireframe
    let route = Route("Replace") {
      ReplaceBuilder(
        changes: wireframe.vault.services.queries.changes,
        rewriting: wireframe.vault.services.rewriting,
        work: wireframe.container.work
      ).make(
        start, memory: wireframe.vault.searched, didChange: wireframe.vault.notesWereRewritten)
    }
    wireframe.push(route)
  }

  func open(_ note: NoteID, atLine line: Int?) {
    if note.path.isBase {
      let start = TableStart(base: note.path.text, view: nil, from: NotePath(""))
      return wireframe.push(wireframe.table(at: start))
    }
    guard note.path.isOfNote else { return open(file: note.path) }
    openNote(note, at: line.map { .line($0) })
  }
}
