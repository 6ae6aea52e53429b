import App
import Entities
import FileStore
import Files
import Glibc
import Services
import VaultSettings

/// The `.desktop` file by which a desktop opens `obsidian://` addresses with this program.
struct DesktopEntry: Sendable {
  static let name = "notes-tui-addresses.desktop"

  let environment: UserEnvironment

  /// The file is in the folder of the user's own applications.
  var folder: String {
    String(environment.dataFolder.dropLast("notes-tui".count)) + "applications"
  }

  static func text(program: String) -> String {
    """
    [Desktop Entry]
    Type=Application
    Name=notes-tui
    Comment=Asks before it writes what a browser sends into notes
    Exec=\(quoted(program)) open-uri %u
    Terminal=false
    NoDisplay=true
    MimeType=x-scheme-handler/obsidian;

    """
  }

  /// Quotes a path for `Exec`, in which a value's own escapes come on top.
  private static func quoted(_ path: String) -> String {
    var quoted = ""
    for letter in path {
      switch letter {
      case "\\": quoted += "\\\\\\\\"
      case "\"", "`", "$": quoted += "\\\\\(letter)"
      case "%": quoted += "%%"
      default: quoted.append(letter)
      }
    }
    return "\"\(quoted)\""
  }

  func write() throws(SystemError) {
    try PrivateFolder.make(Array(folder.utf8), mode: 0o755)
    let folder = try Posix.openFolder(Array(folder.utf8))
    let text = Self.text(program: UserEnvironment.ownBinary)
    try NewFile.put(Array(text.utf8), as: Array(Self.name.utf8), in: folder.raw, mode: 0o644)
  }

  func remove() throws(SystemError) {
    guard let folder = try? Posix.openFolder(Array(folder.utf8)) else { return }
    do throws(SystemError) {
      try Posix.remove(Array(Self.name.utf8), in: folder.raw)
    } catch  where error.code == ENOENT {}
  }
}

/// The user's settings, one of which registers the program with the desktop.
struct DesktopSettings: SettingsStore {
  let file: SettingsFile
  let entry: DesktopEntry

  var path: NotePath { file.path }

  func settings() async throws(SettingsError) -> SettingValues { try await file.settings() }

  func set(_ name: SettingName, to value: String?) async throws(SettingsError) {
    let old = name == .uriHandler ? try? await file.settings()[.uriHandler] : nil
    try await file.set(name, to: value)
    guard name == .uriHandler else { return }
    do throws(SystemError) {
      if value != "yes" { return try entry.remove() }
      try entry.write()
    } catch {
      try await file.set(name, to: old ?? nil)
      throw .cannotWrite("\(entry.folder)/\(DesktopEntry.name)", reason: error.reason)
    }
    await DesktopHandler.makeDefault(DesktopEntry.name, entry.environment.variable)
  }
}
