package import Entities
package import Terminal
package import Viper

@MainActor
package enum ExportsBuilder {
  /// Makes the module. `name` is proposed for the file or folder, in `home`.
  package static func make(
    _ services: ExportsServices, of subject: ExportSubject?, named name: String, in home: NotePath,
    wireframe: any ExportsWireframe
  ) -> Module<any Screen> {
    let interactor = ExportsInteractor(subject, named: name, in: home, services)
    let presenter = ExportsPresenter(interactor: interactor, wireframe: wireframe)
    let screen = ExportsScreen(presenter: presenter)
    return Module(
      name: "Exports", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The module's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [ExportsKeymap.map.table] }
}
