import Entities
import Synchronization
import VaultSettings

/// Counts the beginnings and ends of this program's own writes to settings.
final class SettingsWrites: Sendable {
  private let number = Atomic<Int>(0)

  /// Another number says that something was written meanwhile.
  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  fileprivate func add() { number.add(1, ordering: .sequentiallyConsistent) }
}

/// A store of settings that counts what is written to it.
struct CountedSettings: SettingsStore {
  let store: any SettingsStore
  let writes: SettingsWrites

  var path: NotePath { store.path }

  func settings() async throws(SettingsError) -> SettingValues { try await store.settings() }

  func set(_ name: SettingName, to value: String?) async throws(SettingsError) {
    writes.add()
    defer { writes.add() }
    try await store.set(name, to: value)
  }
}
