import Entities
import Services
import TextEngine
package import VaultSettings

/// What a person has set for how text is written.
package struct WritingRules: Sendable {
  /// How many cells a line has where lines are broken.
  var textWidth = 80
  /// Whether typing beyond that begins a new line.
  var wrapsTyping = false
  var dateFormat = DateFormat("YYYY-MM-DD")
  var timeFormat = DateFormat("HH:mm")

  /// Dictionaries that are named; empty: by the note, or by where the person lives.
  var spellingLanguages: [String] = []

  /// What `M-"` writes: the quotes of the first of these languages.
  var quotes = QuoteSigns.usual

  /// Whether a `/` offers commands.
  var hasSlashCommands = false

  /// Whether the vault's files are encrypted.
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
