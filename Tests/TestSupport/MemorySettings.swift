package import Entities
import Services
package import VaultSettings

/// Settings in memory.
package actor MemorySettings: SettingsStore {
  package nonisolated let path = NotePath("/home/ada/.config/notes-tui/config")
  private var text: SettingsText
  private var failures: [SettingsError] = []

  package init(_ text: String = "") { self.text = SettingsText(Array(text.utf8)) }

  /// The next call fails so.
  package func fail(next error: SettingsError) { failures.append(error) }

  /// Somebody writes the file by hand.
  package func setText(_ text: String) { self.text = SettingsText(Array(text.utf8)) }

  package var written: String { String(decoding: text.bytes, as: UTF8.self) }

  package func settings() async throws(SettingsError) -> SettingValues {
    if !failures.isEmpty { throw failures.removeFirst() }
    return text.settings(path: path.text)
  }

  package func set(_ name: SettingName, to value: String?) async throws(SettingsError) {
    if !failures.isEmpty { throw failures.removeFirst() }
    if let value, SettingsText.checked(value, for: name) == nil { throw .badValue(name, value) }
    text.set(name, to: value)
  }
}
