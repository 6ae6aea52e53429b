package import Terminal
package import Viper

/// Makes the viewless module that opens an encrypted or locked note in the person's own editor.
@MainActor
package enum PrivateEditorBuilder {
  /// Makes the module. `swapsToDisk` says whether the system may write memory to a disk.
  package static func make(
    cases: OwnEditorCases, work: Work, swapsToDisk: Bool, wireframe: any PrivateEditorWireframe,
    output: any PrivateEditorOutput
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
