import Preview
import Services
import Viper

extension Wireframe {
  /// `linked` gets the module's input as soon as it is built.
  func preview(linked: @escaping (any PreviewInput) -> Void) -> Route {
    Route("Preview") {
      let built = PreviewBuilder(
        store: ClosedNotes(vault.services.store), work: container.work
      ).make()
      linked(built.input)
      return built.module
    }
  }
}
