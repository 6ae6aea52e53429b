package import Entities
package import Services
import Synchronization

/// Changes of configuration files that a test reports.
package final class MemoryConfiguration: ConfigurationEvents {
  private let listeners = Mutex<[AsyncStream<ConfigurationEvent>.Continuation]>([])
  private let vaults = Mutex<[VaultID?]>([])

  package init() {}

  /// The vaults whose settings were to be watched.
  package var watched: [VaultID?] { vaults.withLock { $0 } }

  package func changes() -> AsyncStream<ConfigurationEvent> {
    AsyncStream { continuation in listeners.withLock { $0.append(continuation) } }
  }

  package func report(_ event: ConfigurationEvent) {
    for listener in listeners.withLock({ $0 }) { listener.yield(event) }
  }

  package func watch(vault: VaultID?) { vaults.withLock { $0.append(vault) } }

  package func mark() { report(.mark) }
}
