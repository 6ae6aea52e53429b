package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the screen that replaces text in many notes.
@MainActor
package enum ReplaceBuilder {
  /// `memory` holds the last replacement, so that it can be undone while the vault is open.
  package static func make(
    changes: any NoteChanges, rewriting: any NoteRewriting, work: Work, from start: ReplaceStart,
    memory: SearchMemory, didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> Module<any Screen> {
    let interactor = ReplaceInteractor(
      notes: changes, rewriting: rewriting, memory: memory, work: work)
    let presenter = ReplacePresenter(interactor: interactor, start: start, didChange: didChange)
    let screen = ReplaceScreen(presenter: presenter)
    return Module(
      name: "Replace", view: screen, lifeCycle: presenter, parts: [screen, presenter, interactor])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [ReplaceKeymap.fields.table, ReplaceKeymap.list.table]
  }
}
