import Bytes
package import Entities
import Files
import Glibc
import Services
package import VaultSettings

/// What Obsidian has set for a vault, in its folder `.obsidian`. Nothing there is ever written.
///
/// Whoever made the vault may be a stranger: no link is followed, and no file is larger than settings
/// are.
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

  /// What a file has set, read again only where it is another one.
  private func settings<Value>(
    _ name: String, _ known: KnownSettings<Value>, _ read: ([String: JSONReader.Value]) -> Value
  ) -> PluginSettings<Value> {
    let place = ".obsidian/\(name)"
    do throws(SystemError) {
      let path = NotePath(place)
      let folder = try Enclosure(root).openFolder(path.folder.bytes)
      let facts = try Posix.facts(path.name.bytes, in: folder.raw)
      if let settings = known.settings(of: facts) { return settings }
      let bytes = try Posix.contents(path.name.bytes, in: folder.raw, limit: Self.largest)
      var settings = PluginSettings<Value>()
      if case .object(let members)? = JSONReader.value(of: bytes) {
        settings.value = read(members)
      } else {
        settings.problem = "\(place) is no JSON object: its settings do not hold."
      }
      known.keep(settings, of: facts)
      return settings
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return PluginSettings() }
      let problem = "\(place) cannot be read: \(error.reason). Its settings do not hold."
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
    case "current": settings.newNotesStayBeside = true
    default: break
    }
    settings.attachmentFolder = app["attachmentFolderPath"]?.text
    switch app["newLinkFormat"]?.text {
    case "relative": settings.newLinks.place = .relative
    case "absolute": settings.newLinks.place = .root
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

  package var isLogseqs: Bool { Self.isLogseqs(root) }

  static func isLogseqs(_ root: [UInt8]) -> Bool {
    let facts = try? Posix.facts(root + [UInt8(ascii: "/")] + LogseqName.mark.bytes)
    return facts?.kind == .file
  }

  package var hasSlashCommands: Bool {
    let name = "slash-command"
    guard let bytes = try? contents(".obsidian/core-plugins.json") else { return false }
    return switch JSONReader.value(of: bytes) {
    case .object(let members): members[name] == .bool(true)
    // As older ones write it: those that are on.
    case .array(let names): names.contains { $0.text == name }
    default: false
    }
  }

  /// The members of a file that holds an object; none where there is no such file.
  private func object(_ name: String, _ settings: inout ObsidianSettings) -> [String: JSONReader
    .Value]
  {
    let place = ".obsidian/\(name)"
    do throws(SystemError) {
      let bytes = try contents(place)
      guard case .object(let members)? = JSONReader.value(of: bytes) else {
        settings.problems.append(
          "\(place) is no JSON object: Obsidian's settings in it do not hold.")
        return [:]
      }
      return members
    } catch {
      if error.code != ENOENT, error.code != ENOTDIR {
        settings.problems.append(
          "\(place) cannot be read: \(error.reason). Obsidian's settings in it do not hold.")
      }
      return [:]
    }
  }

  func contents(_ place: String, limit: Int = largest) throws(SystemError) -> [UInt8] {
    let top = try Enclosure(root)
    let path = NotePath(place)
    let folder = try top.openFolder(path.folder.bytes)
    return try Posix.contents(path.name.bytes, in: folder.raw, limit: limit)
  }
}
