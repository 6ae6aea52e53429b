package import Entities

/// Notices when the files that configure the program change: the person's settings, keys, themes
/// and commands, and the settings of the open vault.
package protocol ConfigurationEvents: Sendable {
  /// Returns all events from this call on, until the caller stops listening. The first one is a
  /// change, because files may have changed before they were watched.
  func changes() -> AsyncStream<ConfigurationEvent>

  /// Watches the settings of this vault too, instead of those of another one.
  func watch(vault: VaultID?)

  /// Sends every listener a mark once all changes before this call were reported.
  func mark()
}

package enum ConfigurationEvent: Equatable, Sendable {
  /// Some of the files may have changed, and no program is writing to them.
  case changed
  case mark
  /// Changes are not noticed any more.
  case cannotWatch(reason: String)
}
