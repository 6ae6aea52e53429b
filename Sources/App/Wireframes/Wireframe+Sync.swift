import Entities
import Sync
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to the sync; nil if the vault cannot be synced.
  func sync() -> Route? {
    guard let sync = container.vault?.sync else { return nil }
    return Route("Sync") {
      SyncBuilder.make(
        interactor: sync.interactor, clock: container.clock,
        dateForm: { [container] in container.preferences.values.dateForm },
        wireframe: SyncRoutes(wireframe: self))
    }
  }
}

/// The routes of the sync, and the setting that it may change.
private final class SyncRoutes: Routes, SyncWireframe {
  private lazy var scope = wireframe.container.work.scope()

  func open(_ note: NoteID) { openNote(note) }

  var syncsByItself: Bool {
    get { wireframe.container.preferences.values.autoSync }
    set {
      let preferences = wireframe.container.preferences
      guard let vault = wireframe.container.vault,
        let store = preferences.store(of: vault.id) ?? preferences.store
      else { return }
      let value = newValue ? "on" : "off"
      scope.run(
        { try await store.set(.autoSync, to: value) },
        then: { [weak self] result in
          if case .failure = result {
            self?.showMessage("The setting auto-sync could not be written.")
          } else {
            preferences.change(.autoSync, to: value)
          }
        })
    }
  }
}
