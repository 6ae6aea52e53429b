package import Entities

/// The settings of another program that this one follows. They are read, never written.
package struct ObsidianSettings: Equatable, Sendable {
  /// For daily notes.
  package var dailyFolder: String?
  package var dailyFormat: String?
  package var dailyTemplate: String?
  /// For notes that are named after a moment.
  package var uniqueFolder: String?
  package var uniqueFormat: String?
  package var uniqueTemplate: String?
  /// For templates.
  package var templateFolder: String?
  package var dateFormat: String?
  package var timeFormat: String?
  /// The folder of new notes; nil is the root.
  package var newNoteFolder: String?
  /// Whether new notes go into the folder of the open note.
  package var createsNotesNextToOpenOne = false
  /// The attachment folder, as written there.
  package var attachmentFolder: String?
  package var newLinks = NewLinkForm()
  /// The types of properties, by lowercase name.
  package var propertyTypes: [String: PropertyType] = [:]
  /// Files to leave out of searches of the whole vault: prefixes of paths, or `/expressions/`.
  package var ignored: [String] = []
  /// Messages about settings that could not be read.
  package var problems: [String] = []

  package init() {}

  /// Returns the attachment folder of a note: `./` means the note's own folder, empty the vault's
  /// root.
  package func attachmentFolder(of note: NoteID) -> NotePath {
    let parts = (attachmentFolder ?? "").split(separator: "/")
    let folder = NotePath(parts.filter { $0 != "." }.joined(separator: "/"))
    guard parts.first == "." else { return folder }
    return folder.bytes.isEmpty ? note.path.folder : note.path.folder.appending(folder)
  }
}

/// One of Obsidian's filters for files to leave out: a path prefix, or an expression between
/// slashes.
package enum IgnoreFilter: Equatable, Sendable {
  case start(String)
  case expression(String)

  /// Fails for an empty filter.
  package init?(_ text: String) {
    if text.isEmpty { return nil }
    let isExpression = text.utf8.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
    self = isExpression ? .expression(String(text.dropFirst().dropLast())) : .start(text)
  }
}

package struct PluginSettings<Value: Sendable & Equatable>: Equatable, Sendable {
  /// Nil if there are none that can be read.
  package var value: Value?
  /// The reason that they were ignored, as a message.
  package var problem: String?

  package init(_ value: Value? = nil, problem: String? = nil) {
    (self.value, self.problem) = (value, problem)
  }
}

/// The settings of other programs in the vault's folder.
package protocol ForeignSettings: Sendable {
  /// Returns the Tasks plugin's settings without waiting: if its file is unchanged, they are
  /// cached.
  func tasksPlugin() -> PluginSettings<TaskRules>

  func dataviewPlugin() -> PluginSettings<DataviewSettings>

  /// Reads Obsidian's settings again with each call, because Obsidian may have changed them. An
  /// unreadable setting is reported as a problem and counts as not set.
  func obsidian() async -> ObsidianSettings

  /// Reads the user's bookmarks again with each call.
  func bookmarks() async -> Bookmarks

  /// Obsidian's template folder, without waiting: it reads one small file at most.
  var templateFolder: String? { get }

  /// Whether Obsidian offers commands for a `/`; as fast to read.
  var hasSlashCommands: Bool { get }

  /// Whether Logseq uses the vault too.
  var isLogseqVault: Bool { get }
}

extension ForeignSettings {
  /// The meaning of task signs: the Tasks plugin's, if it is installed.
  package var taskRules: TaskRules { tasksPlugin().value ?? .withoutSettings }

  package var hasSlashCommands: Bool { false }
  package var isLogseqVault: Bool { false }
  package func tasksPlugin() -> PluginSettings<TaskRules> { PluginSettings() }
  package func dataviewPlugin() -> PluginSettings<DataviewSettings> { PluginSettings() }
  package func bookmarks() async -> Bookmarks { Bookmarks() }
}

/// A vault without settings of other programs.
package struct NoForeignSettings: ForeignSettings {
  package init() {}

  package func obsidian() async -> ObsidianSettings { ObsidianSettings() }

  package var templateFolder: String? { nil }
}

/// The Dataview plugin's settings that this program follows. A new value has the plugin's defaults.
package struct DataviewSettings: Equatable, Sendable {
  /// The Markdown for a missing value.
  package var null = "\\-"
  /// Formats of days and of moments, in Luxon's letters.
  package var dateFormat = "MMMM dd, yyyy"
  package var dateTimeFormat = "h:mm a - MMMM dd, yyyy"
  package var fileColumn = "File"
  package var showsCount = true
  /// The prefix that makes inline code an expression.
  package var inlineSign = "="

  package init() {}
}
