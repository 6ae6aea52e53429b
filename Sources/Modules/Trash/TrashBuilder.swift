package import Entities
package import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes the trash's screen. It needs the use cases, and a clock to write dates by.
@MainActor
package struct TrashBuilder {
  private let cases: TrashCases
  private let clock: any WallClock
  private let work: Work
  private let dateForm: @MainActor () -> DateForm

  package init(
    cases: TrashCases, clock: any WallClock, work: Work,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }
  ) {
    self.cases = cases
    self.clock = clock
    self.work = work
    self.dateForm = dateForm
  }

  package func make(
    wireframe: any TrashWireframe, didRestore: @escaping @MainActor (NoteID) -> Void
  ) -> Module<any Screen> {
    let interactor = TrashInteractor(cases: cases, work: work)
    let presenter = TrashPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm,
      didRestore: didRestore)
    let screen = TrashScreen(presenter: presenter)
    return Module(
      name: "Trash", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [TrashKeymap.map.table]
  }
}
