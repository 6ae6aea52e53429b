package import Entities
import Glibc

/// A home of its own for one script: a vault and empty settings, removed when it is let go.
package final class Sandbox {
  package let root: String
  /// Notes added before the start: each is a second older than the one before, so that a
  /// list of newest first has the script's order.
  private var addedNotes = 0
  /// Notes written while the app runs: each a little newer, so that none looks unchanged.
  private var outsideWrites = 0

  /// What its folder is called: made up, and of the same length each time.
  var name: Substring { root.split(separator: "/").last ?? "" }
  package var home: String { "\(root)/home" }
  package var vault: String { "\(home)/notes" }
  package var stateFolder: String { "\(home)/.local/state" }
  package var configFolder: String { "\(home)/.config" }
  package var cacheFolder: String { "\(home)/.cache" }
  package var dataFolder: String { "\(home)/.local/share" }

  /// Set where the vault is an encrypted one: its notes are put and found through it.
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

  /// Removes it from disk now, also where a stuck app still holds on to it.
  func remove() { Disk.removeTree(root) }

  /// The whole environment of a program that runs in here: nothing of the caller's shows through.
  package var environment: [String] {
    [
      "TERM=xterm-256color", "LANG=C.UTF-8", "TZ=UTC", "PATH=/usr/bin:/bin", "HOME=\(home)",
      "XDG_STATE_HOME=\(stateFolder)", "XDG_CONFIG_HOME=\(configFolder)",
      "XDG_CACHE_HOME=\(cacheFolder)", "XDG_DATA_HOME=\(dataFolder)", "NOTES_TUI_SCRIPT=1",
    ]
  }

  /// What a program wrote, with `~` for the home, whose name is another one each time.
  func output(_ text: String) -> String { text.replacing(home, with: "~") }

  /// Puts a note into the vault before the app starts.
  func add(_ text: String, at path: String, clock: Timestamp) throws {
    try write(text, at: path, modified: nextModified(clock))
  }

  /// Puts a file into the person's data folder.
  func keep(_ text: String, inData path: String, clock: Timestamp) throws {
    try Disk.write(Array(text.utf8), to: "\(dataFolder)/\(path)", modified: clock)
  }

  /// Puts a file into the folder of the settings.
  func keep(_ text: String, inConfig path: String, clock: Timestamp) throws {
    try Disk.write(Array(text.utf8), to: "\(configFolder)/\(path)", modified: clock)
  }

  private func write(_ text: String, at path: String, modified: Timestamp) throws {
    let bytes = Array(text.utf8)
    if let sealed { return try sealed.write(bytes, at: path, modified: modified) }
    try Disk.write(bytes, to: checked(path), modified: modified)
  }

  /// Writes a note from outside while the app runs.
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

  /// What is on disk at a path in the vault; nil where there is nothing.
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

  /// The parser refuses `..`; a link in a copied vault could still lead outside.
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

/// An encrypted vault as scripts make and inspect it: with its key at hand, beside the app.
package protocol ScriptVault {
  /// Writes a note, over one that is there.
  func write(_ text: [UInt8], at path: String, modified: Timestamp) throws

  /// The text of a note; nil where there is none.
  func content(of path: String) throws -> [UInt8]?
}

extension Sandbox {
  /// A path in the whole home, outside memory, where a text can be read; nil where there is none.
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
