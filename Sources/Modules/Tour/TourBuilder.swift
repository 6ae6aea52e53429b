package import Services
package import Terminal
package import Viper

/// Makes the tour, which closes itself.
package enum TourBuilder {
  /// Makes the module. `imports` is nil if the vault cannot import notes.
  @MainActor
  package static func make(
    imports: (any NoteImports)?, work: Work, steps: [TourStep] = TourStep.all,
    wireframe: any TourWireframe
  ) -> Module<any Screen> {
    let interactor = TourInteractor(imports: imports, work: work)
    let presenter = TourPresenter(steps: steps, interactor: interactor, wireframe: wireframe)
    let screen = TourScreen(presenter: presenter)
    return Module(
      name: "Tour", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The tour's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [TourKeymap.map.table]
  }
}
