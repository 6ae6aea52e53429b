package import Entities
package import OpenVault
import Pictures
package import Services
package import Terminal
package import UseCases
package import Viper

/// Makes the module.
@MainActor
package struct TableBuilder {
  private let cases: BaseCases
  private let properties: PropertyEditing
  private let work: Work
  private let findPainter: @MainActor () -> PicturePainter?
  private let consent: @MainActor () -> PictureConsent

  /// Without something that draws pictures, cards have their names.
  package init(
    cases: BaseCases, properties: PropertyEditing, files: any VaultFiles, work: Work,
    pictures: @escaping @MainActor () -> (any PictureDrawing)? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given }
  ) {
    self.cases = cases
    self.properties = properties
    self.work = work
    self.consent = consent
    findPainter = { pictures().map { PicturePainter(files: files, drawing: $0) } }
  }

  /// Without `start` it shows all bases, or the only one. `didChange` hears of notes that were changed.
  package func make(
    at start: TableStart?, wireframe: any TableWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = TableInteractor(
      cases: cases, properties: properties, work: work, findPainter: findPainter, consent: consent)
    let presenter = TablePresenter(
      interactor: interactor, wireframe: wireframe, start: start, didChange: didChange)
    let screen = TableScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Table", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [TableKeymap.bases.table, TableKeymap.view.table] }
}
