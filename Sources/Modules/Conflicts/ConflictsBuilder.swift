package import Entities
package import Terminal
package import Viper

/// Makes the conflicts screen. Its interactor belongs to the vault and outlives the screen.
@MainActor
package enum ConflictsBuilder {
  package static func make(
    interactor: ConflictsInteractor, date: @escaping @MainActor (Timestamp) -> String,
    wireframe: any ConflictsWireframe
  ) -> Module<any Screen> {
    let presenter = ConflictsPresenter(
      interactor: interactor, wireframe: wireframe, date: date)
    let screen = ConflictsScreen(presenter: presenter)
    return Module(
      name: "Conflicts", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, wireframe])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [ConflictsKeymap.map.table]
  }
}
