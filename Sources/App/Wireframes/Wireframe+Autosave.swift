import Autosave
import Viper

extension Wireframe {
  /// `linked` gets the module's input as soon as it is built.
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
