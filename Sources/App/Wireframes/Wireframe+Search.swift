import Editor
import Entities
import OpenVault
import Preview
import Search
import Table
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to the search for `query`; nil is the last query.
  func search(query: String? = nil) -> Route {
    Route("Search") {
      let routes = SearchRoutes(wireframe: self)
      if let query { vault.searched.query = query }
      return watching(
        SearchBuilder.make(
          cases: SearchCases(vault.services, clock: container.clock), clock: container.clock,
          work: container.work, dateForm: { [container] in container.preferences.values.dateForm },
          memory: vault.searched, wireframe: routes))
    }
  }
}

/// The routes of the search.
private final class SearchRoutes: Routes, SearchWireframe {
  /// Held here, because the search holds it weakly.
  private var previewAdapter: SearchToPreviewAdapter?

  func openReplace(_ start: ReplaceStart) {
    let wireframe = wireframe
    let route = Route("Replace") {
      ReplaceBuilder.make(
        changes: wireframe.vault.services.queries.changes,
        rewriting: wireframe.vault.services.rewriting, work: wireframe.container.work, from: start,
        memory: wireframe.vault.searched, didChange: wireframe.vault.notesWereRewritten)
    }
    wireframe.push(route)
  }

  func embedPreview(in route: RouteHandle) -> (any SearchRequiredPreview)? {
    var input: (any PreviewInput)?
    let preview = wireframe.preview(heldBy: route) { input = $0 }
    let handle = wireframe.attempt(
      try wireframe.router.embed(preview, in: route, slot: SearchSlot.preview))
    guard let input, handle != nil else { return nil }
    let adapter = SearchToPreviewAdapter(target: input)
    previewAdapter = adapter
    return adapter
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
