package import Entities
package import Terminal
package import Viper

/// Makes the module.
@MainActor
package enum RequestsBuilder {
  package static func make(
    cases: RequestsCases, work: Work, date: @escaping @MainActor (Timestamp) -> String,
    wireframe: any RequestsWireframe, didWrite: @escaping @MainActor (NoteID) -> Void
  ) -> Module<any Screen> {
    let interactor = RequestsInteractor(cases: cases, work: work)
    let presenter = RequestsPresenter(
      interactor: interactor, wireframe: wireframe, date: date, didWrite: didWrite)
    let screen = RequestsScreen(presenter: presenter)
    return Module(
      name: "Requests", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [RequestsKeymap.map.table]
  }
}
