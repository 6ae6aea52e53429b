import Commands
import Entities
import FileStore
import Files
import Glibc
import Services

/// The user's environment: folders and switches, read once at the start.
struct UserEnvironment: Sendable {
  /// Empty if unknown; then the program does not start.
  let home: String
  /// Logs, known vaults and unsaved text.
  let stateFolder: String
  let configFolder: String
  /// Data that can be recreated at any time.
  let cacheFolder: String
  /// Data that the user has installed, such as dictionaries.
  let dataFolder: String
  let currentFolder: String
  let vault: String?
  /// Looks up other variables, for example the user's tools and editor.
  let variable: @Sendable (String) -> String?

  /// `folder` replaces the process's current folder.
  init(
    folder currentFolder: String? = nil,
    variable: @escaping @Sendable (String) -> String? = Self.variable
  ) {
    self.variable = variable
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Self.knownHome ?? ""
    self.home = home
    func folder(_ name: String, else standard: String) -> String {
      let named = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
      return "\(named ?? "\(home)/\(standard)")/notes-tui"
    }
    stateFolder = folder("XDG_STATE_HOME", else: ".local/state")
    configFolder = folder("XDG_CONFIG_HOME", else: ".config")
    cacheFolder = folder("XDG_CACHE_HOME", else: ".cache")
    dataFolder = folder("XDG_DATA_HOME", else: ".local/share")
    vault = variable("NOTES_TUI_VAULT").flatMap { $0.isEmpty ? nil : $0 }
    self.currentFolder = currentFolder ?? Self.workingFolder
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The home according to `/etc/passwd`, if it lists this user.
  private static var knownHome: String? {
    guard let users = try? Posix.contents(Array("/etc/passwd".utf8), in: AT_FDCWD, limit: 1 << 20)
    else { return nil }
    let own = Array("\(getuid())".utf8)
    for line in users.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count > 5, fields[2].elementsEqual(own) else { continue }
      let home = String(decoding: fields[5], as: UTF8.self)
      return home.hasPrefix("/") ? home : nil
    }
    return nil
  }

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the folder to open if the command line names none; `configured` is the setting.
  func defaultVault(configured: String?) -> (path: String, isNamed: Bool) {
    if let vault { return (absolute(vault), true) }
    if let configured { return (absolute(configured), true) }
    var folder = currentFolder[...]
    while !folder.isEmpty {
      for mark in FolderVaults.marks where exists("\(folder)/\(mark)") {
        return (String(folder), true)
      }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    return ("\(home)/notes", false)
  }

  private func absolute(_ path: String) -> String {
    if path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
    return path.hasPrefix("/") ? path : "\(currentFolder)/\(path)"
  }

  func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}

extension UserEnvironment {
  /// Folders that are usually in memory, for files that must not reach a disk.
  var memoryFolders: [[UInt8]] {
    [variable("XDG_RUNTIME_DIR"), "/dev/shm"].compactMap { $0.map { Array($0.utf8) } }
  }

  /// Returns a folder for temporary files: in memory for secrets, if there is such a folder.
  var temporaryFolder: @Sendable (_ isSecret: Bool) -> NotePath {
    let named = variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let memory = memoryFolders.first { exists(String(decoding: $0, as: UTF8.self)) }
    return { isSecret in isSecret ? NotePath(bytes: memory ?? Array(named.utf8)) : NotePath(named) }
  }

  /// Folders for sockets that only this user's programs can reach.
  var socketFolders: [[UInt8]] {
    let session = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") && exists($0) ? $0 : nil }
    return [session, "\(stateFolder)/sockets"].compactMap { $0.map { Array($0.utf8) } }
  }

  /// The folders with dictionaries. Scripts do not use the system's, so that they do not depend on
  /// installed ones.
  var dictionaryFolders: [String] {
    let named = (variable("DICPATH") ?? "").split(separator: ":").map(String.init)
    let own = named.filter { $0.hasPrefix("/") } + ["\(dataFolder)/dictionaries"]
    let isScript = variable("NOTES_TUI_SCRIPT") != nil
    return own + (isScript ? [] : ["/usr/share/hunspell", "/usr/share/myspell"])
  }

  /// The user's language: `en_US.UTF-8`.
  var language: String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
  }

  /// The command line arguments, in bytes because a file's name need not be UTF-8.
  static var arguments: [RawArgument] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        RawArgument(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
      }
    }
  }

  /// Returns the path of the settings file, which may not exist.
  func settingsFile(_ options: LaunchOptions) -> NotePath {
    options.settings ?? NotePath("\(configFolder)/config")
  }

  /// The path of this program.
  static var ownBinary: String {
    guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
    defer { free(path) }
    return String(cString: path)
  }
}
