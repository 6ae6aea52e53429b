package import Daily
package import Services
package import Terminal
package import Viper

/// Makes the viewless module that opens daily notes and makes new ones. It needs a store to make notes
/// in, and a planner that knows where they belong.
@MainActor
package struct NewNotesBuilder {
  private let store: any NoteStore
  private let planner: @MainActor () -> NotePlanner
  private let work: Work

  package init(
    store: any NoteStore, planner: @escaping @MainActor () -> NotePlanner, work: Work
  ) {
    self.store = store
    self.planner = planner
    self.work = work
  }

  package func make(
    wireframe: any NewNotesWireframe, output: any NewNotesOutput
  ) -> (module: Module<any Screen>, input: any NewNotesInput) {
    let interactor = NewNotesInteractor(store: store, planner: planner, work: work)
    let presenter = NewNotesPresenter(
      interactor: interactor, wireframe: wireframe, output: output)
    let module = Module<any Screen>(
      name: "NewNotes", view: nil, lifeCycle: presenter,
      parts: [presenter, interactor, wireframe])
    return (module, presenter)
  }
}
