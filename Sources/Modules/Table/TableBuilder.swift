package import Entities
package import OpenVault
import Pictures
package import Services
package import Terminal
package import UseCases
package import Viper

@MainActor
package enum TableBuilder {
  /// Makes the module. Without a picture drawer, cards show names. Without `start` it shows all
  /// bases, or the only one. `didChange` gets the changed notes.
  package static func make(
    cases: BaseCases, properties: PropertyEditing, files: any VaultFiles, work: Work,
    pictures: @escaping @MainActor () -> (any PictureDrawing)? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given },
    at start: TableStart?, wireframe: any TableWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = TableInteractor(
      cases: cases, properties: properties, work: work,
      findPainter: { pictures().map { PicturePainter(files: files, drawing: $0) } },
      consent: consent)
    let presenter = TablePresenter(
      interactor: interactor, wireframe: wireframe, start: start, didChange: didChange)
    let screen = TableScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Table", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [TableKeymap.bases.table, TableKeymap.view.table] }
}
