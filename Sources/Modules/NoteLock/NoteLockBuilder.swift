package import Terminal
package import Viper

/// Makes the viewless module that locks and unlocks notes. `cases` is nil if the vault itself is
/// encrypted.
@MainActor
package enum NoteLockBuilder {
  package static func make(
    cases: NoteLockCases?, work: Work, wireframe: any NoteLockWireframe,
    output: any NoteLockOutput
  ) -> (module: Module<any Screen>, input: any NoteLockInput) {
    let interactor = NoteLockInteractor(cases: cases, work: work)
    let presenter = NoteLockPresenter(
      interactor: interactor, wireframe: wireframe, output: output)
    let module = Module<any Screen>(
      name: "NoteLock", view: nil, lifeCycle: presenter,
      parts: [presenter, interactor, wireframe])
    return (module, presenter)
  }
}
