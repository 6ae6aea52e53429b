import Entities
import NoteQueries
import Services
import Tags
import Viper

extension Wireframe {
  func tags() -> Route {
    Route("Tags") {
      let services = vault.services
      let routes = TagsRoutes(wireframe: self)
      let built = TagsBuilder(links: services.queries.links, work: container.work).make(
        index: services.index, changes: services.queries.changes, rewriting: services.rewriting,
        wireframe: routes
      ) { [vault] notes, moves in
        vault.list.adapter?.notesMoved(moves)
        vault.notesWereRewritten(notes)
      }
      vault.watch.add(built.input)
      return built.module
    }
  }
}

/// Where the tags can lead.
@MainActor
final class TagsRoutes: Routes, TagsWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func search(tag: String) {
    wireframe.push(wireframe.search(query: NoteQuery.tag(tag).text))
  }
}
