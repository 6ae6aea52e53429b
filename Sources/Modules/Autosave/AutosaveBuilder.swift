import Services
package import Terminal
package import Viper

/// Makes the viewless module that says when to keep and when to save.
package struct AutosaveBuilder {
  private let scheduler: any Scheduler
  private let delays: AutosaveDelays

  package init(scheduler: any Scheduler, delays: AutosaveDelays = AutosaveDelays()) {
    self.scheduler = scheduler
    self.delays = delays
  }

  /// Attach the module to the one whose text it watches; `output` is not kept alive.
  @MainActor
  package func make(
    output: any AutosaveOutput
  ) -> (module: Module<any Screen>, input: any AutosaveInput) {
    let interactor = AutosaveInteractor(scheduler: scheduler, delays: delays, output: output)
    let module = Module<any Screen>(
      name: "Autosave", view: nil, lifeCycle: interactor, parts: [interactor])
    return (module, interactor)
  }
}
