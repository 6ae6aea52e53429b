import Bytes
package import Entities
import Files
import Glibc
import Synchronization
import Tasks
package import VaultSettings

/// Obsidian's settings of a vault, in its folder `.obsidian`. Nothing there is ever written.
///
/// The vault may come from a stranger: no link is followed, and larger files than settings need are
/// not read.
package struct ObsidianFolder: ForeignSettings {
  private let root: [UInt8]
  private let tasks = KnownSettings<TaskRules>()
  private let dataview = KnownSettings<DataviewSettings>()
  private static let largest = 1 << 20

  package init(root: [UInt8]) { self.root = root }

  package func tasksPlugin() -> PluginSettings<TaskRules> {
    settings("plugins/obsidian-tasks-plugin/data.json", tasks) { TaskRules($0) }
  }

  package func dataviewPlugin() -> PluginSettings<DataviewSettings> {
    settings("plugins/dataview/data.json", dataview) { DataviewSettings($0) }
  }

  /// Returns the settings of a file, which is read again only if it changed.
  private func settings<Value>(
    _ name: String, _ known: KnownSettings<Value>, _ read: ([String: JSONReader.Value]) -> Value
  ) -> PluginSettings<Value> {
    let location = ".obsidian/\(name)"
    do throws(SystemError) {
      let path = NotePath(location)
      let folder = try Enclosure(root).openFolder(path.folder.bytes)
      let facts = try Posix.facts(path.name.bytes, in: folder.raw)
      if let settings = known.settings(of: facts) { return settings }
      let bytes = try Posix.contents(path.name.bytes, in: folder.raw, limit: Self.largest)
      var settings = PluginSettings<Value>()
      if case .object(let members)? = JSONReader.value(of: bytes) {
        settings.value = read(members)
      } else {
        settings.problem = "\(location) is not a JSON object: its settings are ignored."
      }
      known.keep(settings, of: facts)
      return settings
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return PluginSettings() }
      let problem = "\(location) cannot be read: \(error.reason). Its settings are ignored."
      return PluginSettings(problem: problem)
    }
  }

  @concurrent
  package func obsidian() async -> ObsidianSettings {
    var settings = ObsidianSettings()
    let daily = object("daily-notes.json", &settings)
    settings.dailyFolder = daily["folder"]?.text
    settings.dailyFormat = daily["format"]?.text
    settings.dailyTemplate = daily["template"]?.text
    let unique = object("zk-prefixer.json", &settings)
    settings.uniqueFolder = unique["folder"]?.text
    settings.uniqueFormat = unique["format"]?.text
    settings.uniqueTemplate = unique["template"]?.text
    let templates = object("templates.json", &settings)
    settings.templateFolder = templates["folder"]?.text
    settings.dateFormat = templates["dateFormat"]?.text
    settings.timeFormat = templates["timeFormat"]?.text
    let app = object("app.json", &settings)
    switch app["newFileLocation"]?.text {
    case "folder": settings.newNoteFolder = app["newFileFolderPath"]?.text
    case "current": settings.createsNotesNextToOpenOne = true
    default: break
    }
    settings.attachmentFolder = app["attachmentFolderPath"]?.text
    switch app["newLinkFormat"]?.text {
    case "relative": settings.newLinks.pathStyle = .relative
    case "absolute": settings.newLinks.pathStyle = .root
    default: break
    }
    if case .bool(true)? = app["useMarkdownLinks"] { settings.newLinks.isMarkdown = true }
    if case .array(let filters)? = app["userIgnoreFilters"] {
      settings.ignored = filters.compactMap(\.text)
    }
    if case .object(let types)? = object("types.json", &settings)["types"] {
      for (name, type) in types {
        settings.propertyTypes[name.lowercased()] = type.text.flatMap(PropertyType.init)
      }
    }
    return settings
  }

  package var templateFolder: String? {
    var unused = ObsidianSettings()
    return object("templates.json", &unused)["folder"]?.text
  }

  package var isLogseqVault: Bool { Self.isLogseqVault(root) }

  static func isLogseqVault(_ root: [UInt8]) -> Bool {
    let facts = try? Posix.facts(root + [UInt8(ascii: "/")] + LogseqName.mark.bytes)
    return facts?.kind == .file
  }

  package var hasSlashCommands: Bool {
    let name = "slash-command"
    guard let bytes = try? contents(".obsidian/core-plugins.json") else { return false }
    return switch JSONReader.value(of: bytes) {
    case .object(let members): members[name] == .bool(true)
    // Older versions write only the plugins that are on.
    case .array(let names): names.contains { $0.text == name }
    default: false
    }
  }

  /// Returns the members of a file that contains an object; none if there is no such file.
  private func object(_ name: String, _ settings: inout ObsidianSettings) -> [String: JSONReader
    .Value]
  {
    let path = ".obsidian/\(name)"
    do throws(SystemError) {
      let bytes = try contents(path)
      guard case .object(let members)? = JSONReader.value(of: bytes) else {
        settings.problems.append(
          "\(path) is not a JSON object: Obsidian's settings in it are ignored.")
        return [:]
      }
      return members
    } catch {
      if error.code != ENOENT, error.code != ENOTDIR {
        settings.problems.append(
          "\(path) cannot be read: \(error.reason). Obsidian's settings in it are ignored.")
      }
      return [:]
    }
  }

  func contents(_ location: String, limit: Int = largest) throws(SystemError) -> [UInt8] {
    let top = try Enclosure(root)
    let path = NotePath(location)
    let folder = try top.openFolder(path.folder.bytes)
    return try Posix.contents(path.name.bytes, in: folder.raw, limit: limit)
  }
}

/// Settings, with the facts of the file that they were read from.
private final class KnownSettings<Value: Sendable & Equatable>: Sendable {
  private let known = Mutex<(facts: FileFacts, settings: PluginSettings<Value>)?>(nil)

  /// Returns nil if the file has changed.
  func settings(of facts: FileFacts) -> PluginSettings<Value>? {
    known.withLock { known in known?.facts == facts ? known?.settings : nil }
  }

  func keep(_ settings: PluginSettings<Value>, of facts: FileFacts) {
    known.withLock { $0 = (facts, settings) }
  }
}

extension TaskRules {
  /// No user needs more.
  private static let most = 500

  /// Reads the settings of the Tasks plugin. Missing or invalid ones get the plugin's defaults.
  init(_ settings: [String: JSONReader.Value]) {
    self.init()
    func flag(_ name: String, _ standard: Bool) -> Bool {
      if case .bool(let flag)? = settings[name] { flag } else { standard }
    }
    globalFilter = settings["globalFilter"]?.text ?? ""
    hidesGlobalFilter = flag("removeGlobalFilter", false)
    globalQuery = settings["globalQuery"]?.text ?? ""
    writesDone = flag("setDoneDate", true)
    writesCancelled = flag("setCancelledDate", true)
    writesCreated = flag("setCreatedDate", false)
    putsNextBelow = flag("recurrenceOnNextLine", false)
    writesFields = settings["taskFormat"]?.text == "dataview"
    if case .object(let own)? = settings["presets"] { presets = own.compactMapValues(\.text) }
    guard case .object(let all)? = settings["statusSettings"] else { return }
    let read = Self.statuses(all["coreStatuses"]) + Self.statuses(all["customStatuses"])
    if !read.isEmpty { statuses = read }
  }

  private static func statuses(_ list: JSONReader.Value?) -> [TaskStatus] {
    guard case .array(let items)? = list else { return [] }
    return items.prefix(most).compactMap { item -> TaskStatus? in
      guard case .object(let members) = item, let sign = mark(members["symbol"]) else { return nil }
      return TaskStatus(
        sign, members["name"]?.text ?? "", next: mark(members["nextStatusSymbol"]) ?? "x",
        members["type"]?.text.flatMap(TaskType.init) ?? .todo)
    }
  }

  /// A box contains a single character.
  private static func mark(_ symbol: JSONReader.Value?) -> Unicode.Scalar? {
    guard let scalars = symbol?.text?.unicodeScalars, scalars.count == 1 else { return nil }
    return scalars.first.flatMap { TaskEdit.isValidStatus($0) ? $0 : nil }
  }
}

extension DataviewSettings {
  /// Reads the settings of Dataview. Missing or invalid ones get the plugin's defaults.
  init(_ settings: [String: JSONReader.Value]) {
    self.init()
    func take(_ name: String, _ field: WritableKeyPath<DataviewSettings, String>) {
      if let text = settings[name]?.text, text.utf8.count <= 200 { self[keyPath: field] = text }
    }
    take("renderNullAs", \.null)
    take("defaultDateFormat", \.dateFormat)
    take("defaultDateTimeFormat", \.dateTimeFormat)
    take("tableIdColumnName", \.fileColumn)
    take("inlineQueryPrefix", \.inlineSign)
    inlineSign = inlineSign.filter { !$0.isWhitespace }
    if inlineSign.isEmpty { inlineSign = DataviewSettings().inlineSign }
    if case .bool(let isShown)? = settings["showResultCount"] { showsCount = isShown }
  }
}
