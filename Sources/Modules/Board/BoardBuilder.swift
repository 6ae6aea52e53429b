package import Entities
package import Terminal
package import Viper

/// Makes the board screen.
@MainActor
package enum BoardBuilder {
  /// Makes the screen of a note. `didChange` gets the note after each change.
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

  /// The board's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [BoardKeymap.board.table] }
}
