import Bytes
package import Entities
import Files
import Glibc
package import Services

/// The user's vaults: folders, remembered in one file. It knows nothing of locks.
package actor FolderVaults: VaultFolders {
  private let list: VaultList
  private let home: [UInt8]
  /// The notes of the first vault. Others get only the first of them.
  private let welcome: [WelcomeNote]
  private let disk: Disk

  /// Stores the list in `<stateFolder>/vaults`; `home` replaces a leading `~`.
  package init(stateFolder: [UInt8], home: [UInt8], welcome: [WelcomeNote]) {
    self.init(stateFolder: stateFolder, home: home, welcome: welcome, disk: .real)
  }

  init(stateFolder: [UInt8], home: [UInt8], welcome: [WelcomeNote], disk: Disk) {
    list = VaultList(stateFolder: stateFolder, disk: disk)
    self.home = home
    self.welcome = welcome
    self.disk = disk
  }

  package func known() async -> [VaultSummary] {
    list.paths().map { path in
      var summary = summary(path)
      summary.obstacle = Self.obstacle(path)
      return summary
    }
  }

  package func open(_ id: VaultID) async throws(VaultError) -> VaultSummary {
    try enter(id.path.bytes)
  }

  package func make(at location: String) async throws(VaultError) -> VaultSummary {
    let path: [UInt8]
    do {
      path = try absolute(Array(location.utf8))
      if (try? Posix.facts(path, followingLink: true)) == nil { try makeVault(path) }
      try mark(path)
    } catch  where error.code == ENOENT {
      // The folder itself was to be made, so something else is missing.
      throw .failed(location, reason: "the system does not allow a folder there")
    } catch {
      throw Self.vaultError(error, location)
    }
    return try enter(path)
  }

  package func isTaken(_ location: String) async -> Bool {
    guard let path = try? absolute(Array(location.utf8)) else { return false }
    do throws(SystemError) {
      let folder = try Posix.openFolder(path)
      return try !Posix.names(in: folder.raw).isEmpty
    } catch {
      return error.code != ENOENT
    }
  }

  package func emptyFolder(
    at location: String, making: Bool
  ) async throws(VaultError) -> VaultID {
    do throws(SystemError) {
      let path = try absolute(Array(location.utf8))
      if making { try PrivateFolder.make(path, mode: 0o700) }
      do throws(SystemError) {
        let folder = try Posix.openFolder(path)
        let names = try Posix.names(in: folder.raw)
        // An interrupted attempt leaves at most this folder.
        guard names.allSatisfy({ $0.elementsEqual(".notes-tui".utf8) }) else {
          throw SystemError(ENOTEMPTY)
        }
      } catch {
        if making || error.code != ENOENT { throw error }
      }
      return VaultID(NotePath(bytes: path))
    } catch {
      throw Self.vaultError(error, location)
    }
  }

  private func enter(_ path: [UInt8]) throws(VaultError) -> VaultSummary {
    try Self.check(path)
    // A list that cannot be written must not prevent the opening of a vault.
    try? list.putFirst(path)
    return summary(path)
  }

  /// Makes the folder with its first notes, all or nothing.
  private func makeVault(_ path: [UInt8]) throws(SystemError) {
    let above = NotePath(bytes: path).folder.bytes
    if !above.isEmpty { try PrivateFolder.make(above, mode: 0o777) }
    do {
      try Posix.makeFolder(path, mode: 0o777)
    } catch  where error.code == EEXIST {
      // Another program made it just now, and will fill it.
      return
    }
    var made: [[UInt8]] = []
    do {
      let folder = try Posix.openFolder(path)
      for first in list.paths().isEmpty ? welcome[...] : welcome.prefix(1) {
        var note = try NewFile(in: folder.raw, mode: 0o666, disk: disk)
        try note.write(first.bytes)
        _ = try note.finish()
        try note.take(Array(first.name.utf8))
        made.append(Array(first.name.utf8))
      }
      if !above.isEmpty { try Posix.syncFolder(at: above, disk) }
    } catch {
      if let folder = try? Posix.openFolder(path) {
        for name in made { try? Posix.remove(name, in: folder.raw) }
      }
      try? Posix.removeFolder(path)
      throw error
    }
  }

  /// The subfolders that mark a folder as a vault: ours, and those of programs whose vaults can be
  /// opened here.
  package static let marks = [".notes-tui", ".obsidian", ".zk", ".nb"]

  /// Marks the folder as a vault, so that it is found from below. An existing mark is enough.
  private func mark(_ path: [UInt8]) throws(SystemError) {
    let folder = try Posix.openFolder(path)
    let isMarked = Self.marks.contains {
      (try? Posix.facts(Array($0.utf8), in: folder.raw))?.kind == .folder
    }
    if !isMarked { try PrivateFolder.make(path + [slash] + Self.marks[0].utf8, mode: 0o777) }
  }

  /// Returns a typed path as an absolute one, without redundant slashes.
  private func absolute(_ location: [UInt8]) throws(SystemError) -> [UInt8] {
    guard !location.isEmpty else { throw SystemError(ENOENT) }
    var path = location
    if location.elementsEqual("~".utf8) || location.starts(with: "~/".utf8) {
      path = home + [slash] + location.dropFirst(2)
    } else if location.first != slash {
      path = try Posix.realPath([UInt8(ascii: ".")]) + [slash] + location
    }
    let parts = path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
    return parts.isEmpty ? [slash] : parts.flatMap { [slash] + $0 }
  }

  private static func obstacle(_ path: [UInt8]) -> String? {
    do {
      try check(path)
      return nil
    } catch {
      return switch error {
      case .missing: "the folder is gone"
      case .notAFolder: "this is a file, not a folder"
      case .notPermitted: "no permission to open it"
      case .notEmpty, .locked, .wrongPassphrase, .tooSoon, .lock: error.message
      case .failed(_, let reason): reason
      }
    }
  }

  private static func check(_ path: [UInt8]) throws(VaultError) {
    do {
      _ = try Posix.openFolder(path)
      try Posix.checkAccess(path, R_OK | X_OK)
    } catch {
      throw vaultError(error, NotePath(bytes: path).text)
    }
  }

  private static func vaultError(_ error: SystemError, _ path: String) -> VaultError {
    switch error.code {
    case ENOENT: .missing(path)
    case ENOTDIR, EEXIST: .notAFolder(path)
    case EACCES, EPERM: .notPermitted(path)
    case ENOTEMPTY: .notEmpty(path)
    default: .failed(path, reason: error.reason)
    }
  }

  private func summary(_ path: [UInt8]) -> VaultSummary {
    let name = NotePath(bytes: path).name.text
    let isInHome = home.count > 1 && path.starts(with: home + [slash])
    let location = isInHome ? Array("~".utf8) + path.dropFirst(home.count) : path
    return VaultSummary(
      id: VaultID(NotePath(bytes: path)), name: name.isEmpty ? "/" : name,
      shownPath: NotePath(bytes: location).text)
  }
}

/// A note that a new vault begins with.
package struct WelcomeNote: Equatable, Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The file with the list of vaults: a path on each line, percent-encoded, latest first.
struct VaultList: Sendable {
  static let most = 50
  private static let name = Array("vaults".utf8)

  let stateFolder: [UInt8]
  let disk: Disk

  func paths() -> [[UInt8]] {
    guard let folder = try? PrivateFolder.open(stateFolder, making: false) else { return [] }
    return (try? read(folder.raw)) ?? []
  }

  func putFirst(_ path: [UInt8]) throws(SystemError) {
    let folder = try PrivateFolder.open(stateFolder, making: true)
    let raw = folder.raw
    // Otherwise two programs could lose each other's lines. Closing the folder unlocks it.
    try Posix.lock(raw)
    let old = try read(raw)
    let new = ([path] + old.filter { $0 != path }).prefix(Self.most)
    if Array(new) == old { return }
    let lines = new.flatMap { Percent.encoded($0) + [UInt8(ascii: "\n")] }
    try NewFile.put(lines, as: Self.name, in: raw, disk: disk)
  }

  /// Throws if a list exists but cannot be read, so that it is not replaced by an empty one.
  private func read(_ folder: Int32) throws(SystemError) -> [[UInt8]] {
    let bytes = try ifThere(Posix.contents(Self.name, in: folder, limit: 1 << 20)) ?? []
    var seen: Set<[UInt8]> = []
    return bytes.split(separator: UInt8(ascii: "\n"))
      .compactMap { Percent.decoded($0) }
      .filter { $0.first == slash && !$0.contains(0) && seen.insert($0).inserted }
  }
}
