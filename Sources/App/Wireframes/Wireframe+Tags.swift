import Entities
import NoteQueries
import Tags
import Viper

extension Wireframe {
  func tags() -> Route {
    Route("Tags") {
      let routes = TagsRoutes(wireframe: self)
      let built = TagsBuilder(cases: TagCases(vault.services), work: container.work).make(
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
