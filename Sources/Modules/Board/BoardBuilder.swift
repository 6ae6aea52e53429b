package import Entities
import Services
package import Terminal
package import Viper

/// Makes the screen of a board.
@MainActor
package struct BoardBuilder {
  private let cases: BoardCases
  private let work: Work

  package init(cases: BoardCases, work: Work) { (self.cases, self.work) = (cases, work) }

  /// `didChange` hears of the note once it was changed.
  package func make(
    of note: NoteID, wireframe: any BoardWireframe,
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
