import Entities
import Services
import Tags
import Viper

extension Wireframe {
  func tags() -> Route {
    Route("Tags") {
      let services = vault.services
      let routes = TagsRoutes(wireframe: self)
      let built = TagsBuilder(links: services.links, work: container.work).make(
        index: services.index, changes: services.changes, rewriting: services.rewriting,
        wireframe: routes, output: routes.adapter)
      routes.link(built.input)
      vault.watch.add(routes)
      return built.module
    }
  }
}

/// Where the tags can lead.
@MainActor
final class TagsRoutes: Routes, TagsWireframe {
  let wireframe: Wireframe
  let adapter: ChangedNoteAdapter
  private weak var tags: (any TagsInput)?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
    adapter = wireframe.vault.changedNotes
  }

  func link(_ tags: any TagsInput) { self.tags = tags }

  func search(tag: String) {
    let route = wireframe.search(query: NoteQuery.tag(tag).text)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }
}

extension TagsRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) { tags?.notesChangedOutside() }
}
