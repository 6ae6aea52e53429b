package import Entities
package import Terminal
package import Viper

/// Makes the tags screen.
@MainActor
package enum TagsBuilder {
  package static func make(
    cases: TagCases, work: Work, wireframe: any TagsWireframe,
    didChange: @escaping @MainActor ([NoteID], [NoteMove]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = TagRenamer(cases: cases, work: work)
    let presenter = TagsPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = TagsScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Tags", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [TagsKeymap.tree.table, TagsKeymap.filter.table, TagsKeymap.preview.table]
  }
}
