import Entities
import TextEngine
package import VaultSettings

/// The settings for writing text.
package struct WritingRules: Sendable {
  /// The width in cells at which lines are broken.
  var textWidth = 80
  /// Whether typing beyond that width begins a new line.
  var wrapsTyping = false
  var dateFormat = DateFormat("YYYY-MM-DD")
  var timeFormat = DateFormat("HH:mm")

  /// The names of dictionaries; empty for those of the note or the locale.
  var spellingLanguages: [String] = []

  /// The quotes that `M-"` writes: those of the first language.
  var quotes = QuoteSigns.usual

  var hasSlashCommands = false

  var isOfEncryptedVault = false

  package init() {}

  package init(
    _ settings: SettingValues, isOfEncryptedVault: Bool, foreign: any ForeignSettings
  ) {
    self.isOfEncryptedVault = isOfEncryptedVault
    if let width = settings[.textWidth].flatMap({ Int($0) }) { textWidth = width }
    wrapsTyping = settings[.hardWrap] == "yes"
    spellingLanguages = settings.spellingLanguages
    if let first = spellingLanguages.first { quotes = QuoteSigns(language: first) }
    hasSlashCommands =
      switch settings[.slashCommands] {
      case "yes": true
      case "no": false
      default: foreign.hasSlashCommands
      }
    if let format = settings[.insertedDate] { dateFormat = DateFormat(format) }
    if let format = settings[.insertedTime] { timeFormat = DateFormat(format) }
  }
}
