package import Entities
package import Terminal
package import Viper

/// Makes the screen. Its interactor is the vault's, which lives as long as that is open.
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

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [ConflictsKeymap.map.table]
  }
}
