package import Entities

/// What another program has set for a vault, as far as it is followed here. It is read, never written.
package struct ObsidianSettings: Equatable, Sendable {
  /// Of daily notes.
  package var dailyFolder: String?
  package var dailyFormat: String?
  package var dailyTemplate: String?
  /// Of notes that are named after a moment.
  package var uniqueFolder: String?
  package var uniqueFormat: String?
  package var uniqueTemplate: String?
  /// Of templates.
  package var templateFolder: String?
  package var dateFormat: String?
  package var timeFormat: String?
  /// Where new notes go: nil for the top folder.
  package var newNoteFolder: String?
  /// New notes go into the folder of the open one.
  package var newNotesStayBeside = false
  /// Where attachments go, as it is written there.
  package var attachmentFolder: String?
  package var newLinks = NewLinkForm()
  /// What properties hold, by their names in lower case.
  package var propertyTypes: [String: PropertyType] = [:]
  /// Files that are left out where all are looked through: how their paths begin, or `/expressions/`.
  package var ignored: [String] = []
  /// What could not be read, as messages.
  package var problems: [String] = []

  package init() {}

  /// Where what is attached to a note goes: `./` is the note's own folder, and nothing the vault's top.
  package func attachmentFolder(of note: NoteID) -> NotePath {
    let parts = (attachmentFolder ?? "").split(separator: "/")
    let folder = NotePath(parts.filter { $0 != "." }.joined(separator: "/"))
    guard parts.first == "." else { return folder }
    return folder.bytes.isEmpty ? note.path.folder : note.path.folder.appending(folder)
  }
}

/// What Obsidian is set to leave out: paths that begin so, or that an expression between slashes
/// fits.
package enum IgnoreFilter: Equatable, Sendable {
  case start(String)
  case expression(String)

  /// Nil for what says nothing.
  package init?(_ text: String) {
    if text.isEmpty { return nil }
    let isExpression = text.utf8.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
    self = isExpression ? .expression(String(text.dropFirst().dropLast())) : .start(text)
  }
}

/// What a plugin has set for a vault.
package struct PluginSettings<Value: Sendable & Equatable>: Equatable, Sendable {
  /// Nil where it has set nothing, or nothing that can be read.
  package var value: Value?
  /// Why they do not hold, as a message.
  package var problem: String?

  package init(_ value: Value? = nil, problem: String? = nil) {
    (self.value, self.problem) = (value, problem)
  }
}

/// Settings of other programs in the vault's folder.
package protocol ForeignSettings: Sendable {
  /// Those of the plugin Tasks, at once: where its file is as it was, only that is looked up.
  func tasksPlugin() -> PluginSettings<TaskRules>

  /// Those of the plugin Dataview.
  func dataviewPlugin() -> PluginSettings<DataviewSettings>

  /// Read again with each call: the other program may have changed them. An unreadable setting is
  /// reported as a problem, and is as if it were not set.
  func obsidian() async -> ObsidianSettings

  /// What a person has bookmarked there, read again with each call.
  func bookmarks() async -> Bookmarks

  /// Where Obsidian has templates, at once: one small file is read, or none.
  var templateFolder: String? { get }

  /// Whether Obsidian offers commands for a `/`, read as quickly.
  var hasSlashCommands: Bool { get }

  /// Whether Logseq opens the vault, too.
  var isLogseqs: Bool { get }
}

extension ForeignSettings {
  /// What the signs of tasks mean: as the plugin Tasks has it, where it is there.
  package var taskRules: TaskRules { tasksPlugin().value ?? .withoutSettings }

  package var hasSlashCommands: Bool { false }
  package var isLogseqs: Bool { false }
  package func tasksPlugin() -> PluginSettings<TaskRules> { PluginSettings() }
  package func dataviewPlugin() -> PluginSettings<DataviewSettings> { PluginSettings() }
  package func bookmarks() async -> Bookmarks { Bookmarks() }
}

/// A vault that no other program knows.
package struct NoForeignSettings: ForeignSettings {
  package init() {}

  package func obsidian() async -> ObsidianSettings { ObsidianSettings() }

  package var templateFolder: String? { nil }
}

/// What the plugin Dataview has set that is followed here. As it is made, it is what the plugin begins
/// with.
package struct DataviewSettings: Equatable, Sendable {
  /// Markdown that is shown where there is no value.
  package var null = "\\-"
  /// Of days, and of moments within them, as Luxon has formats.
  package var dateFormat = "MMMM dd, yyyy"
  package var dateTimeFormat = "h:mm a - MMMM dd, yyyy"
  /// What the first column is called.
  package var fileColumn = "File"
  package var showsCount = true
  /// What code within a line begins with that is an expression.
  package var inlineSign = "="

  package init() {}
}
