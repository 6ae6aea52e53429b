package import Terminal
package import Viper

/// Makes the viewless module that opens daily notes and makes new ones.
@MainActor
package enum NewNotesBuilder {
  package static func make(
    cases: @escaping @MainActor () -> NewNoteCases, work: Work, wireframe: any NewNotesWireframe,
    output: any NewNotesOutput
  ) -> (module: Module<any Screen>, input: any NewNotesInput) {
    let interactor = NewNotesInteractor(cases: cases, work: work)
    let presenter = NewNotesPresenter(
      interactor: interactor, wireframe: wireframe, output: output)
    let module = Module<any Screen>(
      name: "NewNotes", view: nil, lifeCycle: presenter,
      parts: [presenter, interactor, wireframe])
    return (module, presenter)
  }
}
