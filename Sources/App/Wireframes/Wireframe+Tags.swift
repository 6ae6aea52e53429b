import NoteQueries
import Tags

extension Wireframe {
  func tags() -> Route {
    Route("Tags") {
      let routes = TagsRoutes(wireframe: self)
      return watching(
        TagsBuilder.make(cases: TagCases(vault.services), work: container.work, wireframe: routes) {
          [vault] notes, moves in
          vault.list.adapter?.notesMoved(moves)
          vault.notesWereRewritten(notes)
        })
    }
  }
}

/// The routes of the tags.
private final class TagsRoutes: Routes, TagsWireframe {
  func search(tag: String) {
    wireframe.push(wireframe.search(query: NoteQuery.tag(tag).text))
  }
}
