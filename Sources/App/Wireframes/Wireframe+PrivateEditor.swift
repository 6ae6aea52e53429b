import Entities
import OpenVault
import PrivateEditor
import UseCases
import Viper

extension Wireframe {
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
