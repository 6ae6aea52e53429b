import Editor
import Entities
import NoteLock
import OpenVault

extension Wireframe {
  /// The module that locks and unlocks notes in the open vault.
  var noteLock: (any NoteLockInput)? {
    container.vault?.list.noteLock
      ?? attachToVault {
        let routes = NoteLockRoutes(wireframe: self)
        let built = NoteLockBuilder.make(
          cases: vault.services.locks.map(NoteLockCases.init), work: container.work,
          wireframe: routes, output: routes)
        vault.list.noteLock = built.input
        return built
      }
  }
}

extension Routes {
  func changeLock(of note: NoteID) { wireframe.noteLock?.changeLock(of: note) }
}

/// The routes of note locks.
private final class NoteLockRoutes: Routes, NoteLockWireframe {
  func closeEditor(of note: NoteID) {
    guard wireframe.vault.openEditors.editors.contains(where: { $0.editor?.note == note }) else {
      return
    }
    wireframe.app.open(.list)
  }
}

extension NoteLockRoutes: NoteLockOutput {
  func noteLockDidChange(_ note: NoteID, to made: NoteID) {
    noteLockDidFail(with: note)
    wireframe.vault.list.adapter?.editorDidSave(made)
    // The index may have been deleted, so check all files.
    wireframe.vault.watch.checkAll()
  }

  func noteLockDidFail(with note: NoteID) { wireframe.vault.watch.reindex(note) }
}
