import Autosave
import Viper

extension Wireframe {
  /// Returns the route to an autosave module. `linked` gets its input as soon as it is made.
  func autosave(
    output: any AutosaveOutput, linked: @escaping (any AutosaveInput) -> Void
  ) -> Route {
    Route("Autosave") {
      let built = AutosaveBuilder.make(scheduler: container.scheduler, output: output)
      linked(built.input)
      return built.module
    }
  }
}
