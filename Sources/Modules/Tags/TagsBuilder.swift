package import Entities
package import Services
package import Terminal
package import Viper

/// Makes what knows the tags. It needs the service that counts them, an index, and what changes several
/// notes at once.
@MainActor
package struct TagsBuilder {
  private let links: any NoteLinks
  private let work: Work

  package init(links: any NoteLinks, work: Work) {
    self.links = links
    self.work = work
  }

  /// The business of the screen alone, for the command line.
  package func makeRenaming(
    index: any NoteIndex, changes: any NoteChanges, rewriting: any NoteRewriting
  ) -> any TagRenaming {
    TagRenamer(links: links, index: index, changes: changes, rewriting: rewriting, work: work)
  }

  package func make(
    index: any NoteIndex, changes: any NoteChanges, rewriting: any NoteRewriting,
    wireframe: any TagsWireframe,
    didChange: @escaping @MainActor ([NoteID], [NoteMove]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = makeRenaming(index: index, changes: changes, rewriting: rewriting)
    let presenter = TagsPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = TagsScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Tags", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [TagsKeymap.tree.table, TagsKeymap.filter.table, TagsKeymap.preview.table]
  }
}
