package import Entities
import Services
package import Terminal
package import Viper

/// Makes the screen of a board.
@MainActor
package enum BoardBuilder {
  /// `didChange` hears of the note once it was changed.
  package static func make(
    cases: BoardCases, work: Work, of note: NoteID, wireframe: any BoardWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = BoardInteractor(note, cases, work: work)
    let presenter = BoardPresenter(
      of: note, interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = BoardScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Board", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [BoardKeymap.board.table] }
}
