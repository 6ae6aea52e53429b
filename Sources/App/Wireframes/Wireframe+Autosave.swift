import Autosave
import VaultSettings

extension Wireframe {
  /// Returns the route to an autosave module. `linked` gets its input as soon as it is made.
  func autosave(
    output: any AutosaveOutput, linked: @escaping (any AutosaveInput) -> Void
  ) -> Route {
    Route("Autosave") {
      let savesAfterPause = container.preferences.values[.saveAfterPause] != "no"
      let built = AutosaveBuilder.make(
        scheduler: container.scheduler, delays: AutosaveDelays(savesAfterPause: savesAfterPause),
        output: output)
      linked(built.input)
      return built.module
    }
  }
}
