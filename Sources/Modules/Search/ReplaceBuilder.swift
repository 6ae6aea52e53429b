package import Entities
package import Services
package import Terminal
package import Viper

/// Makes what replaces words in many notes. It needs what finds the changes and what does them.
@MainActor
package enum ReplaceBuilder {
  /// `memory` keeps what was done last, so that it can be taken back as long as the vault is open.
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

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [ReplaceKeymap.fields.table, ReplaceKeymap.list.table]
  }
}
