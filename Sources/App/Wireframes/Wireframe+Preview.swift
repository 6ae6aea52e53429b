import Preview
import Services
import Viper

extension Wireframe {
  /// `linked` gets the module's input as soon as it is built; `holder` the keys that are given back.
  func preview(
    heldBy holder: RouteHandle?, linked: @escaping (any PreviewInput) -> Void
  ) -> Route {
    Route("Preview") {
      let builder = PreviewBuilder(
        store: ClosedNotes(vault.services.store), index: vault.services.index,
        links: vault.services.links, work: container.work)
      let routes = PreviewRoutes(wireframe: self, holder: holder)
      let built = builder.make(wireframe: routes, output: routes.adapter)
      linked(built.input)
      return built.module
    }
  }
}

/// Where a preview can go.
@MainActor
final class PreviewRoutes: PreviewWireframe {
  private let wireframe: Wireframe
  private weak var holder: RouteHandle?
  let adapter: ChangedNoteAdapter

  init(wireframe: Wireframe, holder: RouteHandle?) {
    self.wireframe = wireframe
    self.holder = holder
    adapter = ChangedNoteAdapter(vault: wireframe.vault)
  }

  func open(place: String) { wireframe.app.open(place: place) }

  func leave() -> Bool {
    guard let holder else { return false }
    wireframe.router.focus(holder)
    return true
  }
}
