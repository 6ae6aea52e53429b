import Files
import Services
import Synchronization
import VaultSettings

/// Settings as they were read, for the file that they were read from.
final class KnownSettings<Value: Sendable & Equatable>: Sendable {
  private let known = Mutex<(facts: FileFacts, settings: PluginSettings<Value>)?>(nil)

  /// Nil where the file is another one by now.
  func settings(of facts: FileFacts) -> PluginSettings<Value>? {
    known.withLock { known in known?.facts == facts ? known?.settings : nil }
  }

  func keep(_ settings: PluginSettings<Value>, of facts: FileFacts) {
    known.withLock { $0 = (facts, settings) }
  }
}
