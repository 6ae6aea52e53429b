package import Terminal
package import Viper

/// Makes the tour. It closes itself.
package struct TourBuilder {
  package init() {}

  @MainActor
  package func make(
    steps: [TourStep] = TourStep.all, wireframe: any TourWireframe
  ) -> Module<any Screen> {
    let presenter = TourPresenter(steps: steps, wireframe: wireframe)
    let screen = TourScreen(presenter: presenter)
    return Module(
      name: "Tour", view: screen, lifeCycle: presenter, parts: [screen, presenter, wireframe])
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [TourKeymap.map.table]
  }
}
