import Entities
import PrivateEditor
import UseCases

extension Wireframe {
  /// Opens a note in the person's own editor and waits until it ends; returns the problem, if any.
  func editOutside(_ note: NoteID) -> String? {
    let programs = app.programs
    guard let vault = container.vault, let edit = programs.edit else {
      return OtherPrograms.noTerminal
    }
    if vault.isEncrypted || note.path.isLocked {
      guard programs.editPrivately != nil else { return OtherPrograms.noTerminal }
      privateEditor?.edit(note)
      return nil
    }
    let problem = edit(vault.id.path.appending(note.path).bytes)
    // Do not wait for the watch to notice the change.
    vault.watch.reindex(note)
    return problem
  }

  /// The module that opens locked notes in the person's own editor.
  var privateEditor: (any PrivateEditorInput)? {
    container.vault?.list.privateEditor
      ?? attachToVault {
        let routes = PrivateEditorRoutes(wireframe: self)
        let cases = OwnEditorCases(vault.services, clock: container.clock)
        let built = PrivateEditorBuilder.make(
          cases: cases, work: container.work, swapsToDisk: app.programs.swapsToDisk,
          wireframe: routes, output: routes)
        vault.list.privateEditor = built.input
        return built
      }
  }
}

/// The routes of private editing.
private final class PrivateEditorRoutes: Routes, PrivateEditorWireframe {
  func edit(_ text: [UInt8], named name: String) -> PrivateEditing? {
    wireframe.app.programs.editPrivately?(text, name)
  }
}

extension PrivateEditorRoutes: PrivateEditorOutput {
  func privateEditorWillSave() { wireframe.app.holdLock(true) }

  func privateEditorDidSave(_ note: NoteID) {
    wireframe.vault.watch.reindex(note)
    wireframe.app.holdLock(false)
  }
}
