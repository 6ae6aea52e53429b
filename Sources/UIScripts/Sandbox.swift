package import Entities
import Glibc

/// A temporary home for one script, with a vault and empty settings. It is removed on deinit.
package final class Sandbox {
  package let root: String
  /// The number of notes added before the start. Each is a second older than the one before, so
  /// that a list with the newest first has the script's order.
  private var addedNotes = 0
  /// The number of notes written while the app runs. Each is slightly newer, so that none looks
  /// unchanged.
  private var outsideWrites = 0

  /// The random name of its folder, which always has the same length.
  var name: Substring { root.split(separator: "/").last ?? "" }
  package var home: String { "\(root)/home" }
  package var vault: String { "\(home)/notes" }
  package var stateFolder: String { "\(home)/.local/state" }
  package var configFolder: String { "\(home)/.config" }
  package var cacheFolder: String { "\(home)/.cache" }
  package var dataFolder: String { "\(home)/.local/share" }

  /// The access to an encrypted vault's notes; nil for a plain vault.
  var sealed: (any ScriptVault)?

  package init() throws(SystemError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/notes-tui-script-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError("make a folder in", "\(base): set TMPDIR to a folder that can be written")
    }
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for folder in [vault, stateFolder, configFolder, cacheFolder, dataFolder] {
      try Disk.makeFolder(folder)
    }
  }

  deinit { remove() }

  /// Removes it from disk now, even if a stuck app retains it.
  func remove() { Disk.removeTree(root) }

  /// The whole environment of a program in the sandbox, without any of the caller's.
  package var environment: [String] {
    [
      "TERM=xterm-256color", "LANG=C.UTF-8", "TZ=UTC", "PATH=/usr/bin:/bin", "HOME=\(home)",
      "XDG_STATE_HOME=\(stateFolder)", "XDG_CONFIG_HOME=\(configFolder)",
      "XDG_CACHE_HOME=\(cacheFolder)", "XDG_DATA_HOME=\(dataFolder)", "NOTES_TUI_SCRIPT=1",
    ]
  }

  /// Returns a program's output with `~` for the home, whose name differs each time.
  func output(_ text: String) -> String { text.replacing(home, with: "~") }

  /// Adds a note to the vault before the app starts.
  func add(_ text: String, at path: String, clock: Timestamp) throws {
    try write(text, at: path, modified: nextModified(clock))
  }

  /// Adds a file to the user's data folder.
  func keep(_ text: String, inData path: String, clock: Timestamp) throws {
    try Disk.write(Array(text.utf8), to: "\(dataFolder)/\(path)", modified: clock)
  }

  /// Adds a file to the user's settings folder.
  func keep(_ text: String, inConfig path: String, clock: Timestamp) throws {
    try Disk.write(Array(text.utf8), to: "\(configFolder)/\(path)", modified: clock)
  }

  private func write(_ text: String, at path: String, modified: Timestamp) throws {
    let bytes = Array(text.utf8)
    if let sealed { return try sealed.write(bytes, at: path, modified: modified) }
    try Disk.write(bytes, to: checked(path), modified: modified)
  }

  /// Writes a note as another program would, while the app runs.
  func writeOutside(_ text: String, at path: String, clock: Timestamp) throws {
    outsideWrites += 1
    let moment = clock.advanced(by: .microseconds(outsideWrites))
    try write(text, at: path, modified: moment)
  }

  /// Copies a folder's content into the vault, in the order of its names.
  func copyVault(from folder: String, clock: Timestamp) throws(SystemError) {
    guard Disk.isFolder(folder) else {
      throw SystemError("there is no folder \(folder) to copy as the vault")
    }
    try copyTree(folder, to: vault, clock: clock)
  }

  /// Returns the content at a path in the vault; nil if there is no file.
  func content(of path: String) throws -> [UInt8]? {
    try sealed?.content(of: path) ?? Disk.read(checked(path))
  }

  func hasFile(_ path: String) throws -> Bool {
    if try sealed?.content(of: path) != nil { return true }
    return Disk.exists(try checked(path))
  }

  private func nextModified(_ clock: Timestamp) -> Timestamp {
    defer { addedNotes += 1 }
    return Timestamp(
      seconds: clock.seconds - Int64(addedNotes), nanoseconds: clock.nanoseconds)
  }

  /// The parser refuses `..`, but a link in a copied vault could lead outside.
  private func checked(_ path: String) throws(SystemError) -> String {
    var folder = vault
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if Disk.isLink(folder) {
        throw SystemError("\(path) leads through a link out of the vault")
      }
    }
    return "\(vault)/\(path)"
  }

  private func copyTree(
    _ source: String, to target: String, clock: Timestamp
  ) throws(SystemError) {
    try Disk.makeFolder(target)
    for name in try Disk.names(in: source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      if Disk.isLink(from) {
        if symlink(try Disk.linkTarget(from), to) != 0 { throw SystemError("make the link", to) }
        try Disk.date(to, nextModified(clock))
      } else if Disk.isFolder(from) {
        try copyTree(from, to: to, clock: clock)
      } else {
        let bytes = try Disk.read(from) ?? []
        try Disk.write(bytes, to: to, modified: nextModified(clock))
      }
    }
  }
}

/// A script's access to an encrypted vault, with its key and independent of the app.
package protocol ScriptVault {
  /// Writes a note and replaces any existing one.
  func write(_ text: [UInt8], at path: String, modified: Timestamp) throws

  /// Returns the text of a note; nil if there is none.
  func content(of path: String) throws -> [UInt8]?
}

extension Sandbox {
  /// Returns the path of a file in the home that has the text in its name or content; nil if there
  /// is none. It does not search memory folders.
  func path(of text: String) throws(SystemError) -> String? {
    try Disk.firstFile(in: root) { path, content in
      path.utf8.contains(text) || content.contains(text)
    }
  }
}

extension Collection<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: wanted) { return true }
      start = index(after: found)
    }
    return false
  }
}
