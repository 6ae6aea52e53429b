package import Bases
package import Entities
import Pictures
package import Services
package import Terminal
package import UseCases
package import Viper

/// What the module needs of a vault.
package struct TableServices: Sendable {
  /// What bases are worked out from; nil where nothing makes tables.
  package var sources: BaseSources?
  package var store: any NoteStore
  package var files: any VaultFiles
  package var index: any NoteIndex
  package var texts: any NoteTexts
  package var properties: PropertyEditing

  package init(
    sources: BaseSources?, store: any NoteStore, files: any VaultFiles, index: any NoteIndex,
    texts: any NoteTexts, properties: PropertyEditing
  ) {
    self.sources = sources
    self.store = store
    self.files = files
    self.index = index
    self.texts = texts
    self.properties = properties
  }
}

/// Makes the module.
@MainActor
package struct TableBuilder {
  private let services: TableServices
  private let work: Work
  private let findPainter: @MainActor () -> PicturePainter?
  private let consent: @MainActor () -> PictureConsent

  /// Without something that draws pictures, cards have their names.
  package init(
    services: TableServices, work: Work,
    pictures: @escaping @MainActor () -> (any PictureDrawing)? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given }
  ) {
    self.services = services
    self.work = work
    self.consent = consent
    findPainter = { [files = services.files] in
      pictures().map { PicturePainter(files: files, drawing: $0) }
    }
  }

  /// Without `start` it shows all bases, or the only one. `didChange` hears of notes that were changed.
  package func make(
    at start: TableStart?, wireframe: any TableWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = TableInteractor(
      services: services, work: work, findPainter: findPainter, consent: consent)
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
