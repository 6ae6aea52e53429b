package enum OptionName: String, CaseIterable, Sendable {
  case vault
  case config
  case readOnly = "read-only"
  case color
  case noColor = "no-color"
  case clock
  case help
  case version
  case verbose
  case ascii
  case theme
  case keymap
  case traceModules = "trace-modules"
  case json
  case jsonLines = "json-lines"
  case body
  case tag
  case folder
  case template
  case date
  case limit
  case absolute
  case null
  case due
  case priority
  case to
  case sort
  case reverse
  case paths
  case save
  case unlinked
  case rendered
  case html
  case repair
  case dryRun = "dry-run"
  case language = "lang"
  case words
  case driver
  case record
  case slow
  case picture
  case recipient
  case identity
  case passphrase
  case passphraseFD = "passphrase-fd"
  case recoveryKey = "recovery-key"
  case takeBack = "take-back"
  case armor
  case output
  case encrypted
  case setUp = "setup"
  case path
  case marks
  case status
  case watch
  case noInput = "no-input"
  case locked
  case yes
  case skip
  case `where`
  case type
  case all
  case unique
  case format
  case view
  case into
  case again
  case allFields = "all-fields"
  case keepIDs = "keep-ids"
  case splitLevel = "split-level"
  case flatten
  case query
  case notes
  case withLinked = "with-linked"
  case attachments
  case single
  case empty
  case count
  case fields
  case write
  case noUnpublished = "no-unpublished"
  case depth
  case bytes
  case expect
  case expectVersion = "expect-version"
  case copy
  case answer
  case installHint = "install-hint"
  case url
  case attach
}

/// The kind of value of an option or argument, for completion.
package enum ValueKind: Equatable, Sendable {
  case text
  case note
  /// A `.base` file in the vault.
  case base
  /// A folder anywhere.
  case folder
  case file
  case vaultFolder
  case tag
  case property
  case query
  case savedSearch
  case setting
  /// A value of the setting in the previous argument.
  case settingValue
  case theme
  case day
  /// A day, or a word that selects tasks by day.
  case due
  case trashed
  /// A version of the note in the previous argument.
  case version
  /// The line of a task in the note of the previous argument.
  case taskLine
  /// `NOTE:LINE`
  case taskLocation
  /// A value that the preceding property has in some note.
  case propertyValue
  /// A view of the base in the previous argument.
  case view
  /// A command of the person's own.
  case ownCommand
  /// A help topic: a command or a page of the guide.
  case topic
  /// A verb of Obsidian's command line, then its parameters and flags.
  case obsidian
  case words([String])

  /// Whether the values come from a vault.
  var isOfVault: Bool {
    switch self {
    case .note, .base, .vaultFolder, .tag, .property, .query, .savedSearch, .trashed, .version,
      .taskLine, .taskLocation, .propertyValue, .view:
      true
    case .text, .folder, .file, .setting, .settingValue, .theme, .day, .due, .topic, .obsidian,
      .ownCommand,
      .words:
      false
    }
  }
}

/// The syntax and description of an option.
struct OptionSpec: Equatable, Sendable {
  package var name: OptionName
  var short: Character?
  /// The placeholder, such as `DIR`; nil if the option takes no value.
  package var value: String?
  package var kind: ValueKind
  var mayRepeat: Bool
  var summary: String

  init(
    _ name: OptionName, short: Character? = nil, value: String? = nil, kind: ValueKind = .text,
    mayRepeat: Bool = false, _ summary: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.kind = kind
    self.mayRepeat = mayRepeat
    self.summary = summary
  }

  /// `--vault`
  package var long: String { "--\(name.rawValue)" }

  /// `-C, --vault DIR`
  package var written: String {
    (short.map { "-\($0), " } ?? "") + long + (value.map { " \($0)" } ?? "")
  }
}
