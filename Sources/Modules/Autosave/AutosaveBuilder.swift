package import Terminal
package import Viper

/// Makes the viewless module that times storing for recovery and saving.
package enum AutosaveBuilder {
  /// Makes the module. Attach it to the module whose text it watches; `output` is held weakly.
  @MainActor
  package static func make(
    scheduler: any Scheduler, delays: AutosaveDelays = AutosaveDelays(),
    output: any AutosaveOutput
  ) -> (module: Module<any Screen>, input: any AutosaveInput) {
    let interactor = AutosaveInteractor(scheduler: scheduler, delays: delays, output: output)
    let module = Module<any Screen>(
      name: "Autosave", view: nil, lifeCycle: interactor, parts: [interactor])
    return (module, interactor)
  }
}
