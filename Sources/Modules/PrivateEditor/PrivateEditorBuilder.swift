package import Terminal
package import Viper

/// Makes the viewless module that gives a note with a lock to the person's own editor.
@MainActor
package struct PrivateEditorBuilder {
  private let cases: OwnEditorCases
  private let work: Work

  package init(cases: OwnEditorCases, work: Work) {
    (self.cases, self.work) = (cases, work)
  }

  /// `swapsToDisk` where the system may write memory to a disk.
  package func make(
    swapsToDisk: Bool, wireframe: any PrivateEditorWireframe, output: any PrivateEditorOutput
  ) -> (module: Module<any Screen>, input: any PrivateEditorInput) {
    let interactor = PrivateEditorInteractor(cases: cases, work: work)
    let presenter = PrivateEditorPresenter(
      interactor: interactor, wireframe: wireframe, swapsToDisk: swapsToDisk, output: output)
    let module = Module<any Screen>(
      name: "PrivateEditor", view: nil, lifeCycle: presenter,
      parts: [presenter, interactor, wireframe])
    return (module, presenter)
  }
}
