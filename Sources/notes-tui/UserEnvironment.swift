import Glibc

/// What the person's environment says: folders and switches. Read once, at the start.
struct UserEnvironment {
  let home: String
  /// Logs, known vaults and unsaved text.
  let stateFolder: String
  let currentFolder: String
  let vault: String?

  init(variable: (String) -> String? = Self.variable) {
    let home = variable("HOME") ?? "/"
    self.home = home
    let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    stateFolder = "\(state ?? "\(home)/.local/state")/notes-tui"
    vault = variable("NOTES_TUI_VAULT").flatMap { $0.isEmpty ? nil : $0 }
    currentFolder = Self.workingFolder
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// The folder to open where the command line names none.
  func defaultVault() -> String {
    if let vault { return vault.hasPrefix("/") ? vault : "\(currentFolder)/\(vault)" }
    var folder = currentFolder[...]
    while !folder.isEmpty {
      for mark in [".notes-tui", ".obsidian", ".zk", ".nb"] where exists("\(folder)/\(mark)") {
        return String(folder)
      }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    return "\(home)/notes"
  }

  func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}

extension UserEnvironment {
  /// The path of this very program.
  static var ownBinary: String {
    guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
    defer { free(path) }
    return String(cString: path)
  }
}
