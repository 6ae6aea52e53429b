import Board
import Editor
import Entities
import OpenVault
import VaultSettings

extension Wireframe {
  /// Returns the route to a note as a board. Open editors are saved first.
  func board(of note: NoteID) -> Route {
    Route("Board", key: note.path.text) {
      let cases = BoardCases(store: vault.services.store, tasks: tasks)
      let built = BoardBuilder.make(
        cases: cases, work: container.work, of: note, wireframe: BoardRoutes(wireframe: self),
        didChange: vault.notesWereRewritten)
      vault.watch.add(built.input)
      app.noteDid(.open(note))
      return built.module
    }
  }
}

/// The board's routes.
private final class BoardRoutes: Routes, BoardWireframe {
  func open(_ note: NoteID, atLine line: Int) { openNote(note, at: .line(line)) }

  func follow(link address: String, in home: LinkHome) {
    wireframe.follow(address, in: home)
  }
}
