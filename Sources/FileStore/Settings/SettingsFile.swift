package import Entities
import Files
import Glibc
package import VaultSettings

/// The user's settings in one file; lines are preserved as the user wrote them.
package struct SettingsFile: SettingsStore {
  package let path: NotePath
  private let isOfVault: Bool
  private let disk: Disk
  private static let limit = 1 << 20

  /// `path` is an absolute path; the file need not exist.
  package init(path: NotePath) { self.init(path: path, disk: .real) }

  /// Opens the settings inside a vault. It may come from a stranger: no link is followed.
  package init(vault: VaultID) {
    self.init(
      path: vault.path.appending(NotePath(".notes-tui/settings")), isOfVault: true, disk: .real)
  }

  init(path: NotePath, isOfVault: Bool = false, disk: Disk) {
    self.path = path
    self.isOfVault = isOfVault
    self.disk = disk
  }

  package func settings() async throws(SettingsError) -> SettingValues {
    try values()
  }

  /// Reads the settings synchronously, for the start of the program.
  ///
  /// `isNamed`: the user named exactly this file, so it must exist.
  package func values(isNamed: Bool = false) throws(SettingsError) -> SettingValues {
    do throws(SystemError) {
      if isNamed { _ = try Posix.facts(path.bytes, followingLink: true) }
      return SettingsText(try read()).settings(path: path.text)
    } catch {
      throw .cannotRead(path.text, reason: error.reason)
    }
  }

  package func set(_ name: SettingName, to value: String?) async throws(SettingsError) {
    var checked: String?
    if let value {
      guard let fitting = SettingsText.checked(value, for: name), name.problem(with: fitting) == nil
      else {
        throw .badValue(name, value)
      }
      checked = fitting.isEmpty ? nil : fitting
    }
    try await rethrow(replace { $0.set(name, to: checked) }) { (error: SystemError) in
      SettingsError.cannotWrite(path.text, reason: error.reason)
    }
  }

  private func read() throws(SystemError) -> [UInt8] {
    do throws(SystemError) {
      return try Posix.contents(path.bytes, in: Posix.noFolder, limit: Self.limit)
    } catch {
      switch error.code {
      // No file, or no folder for it, means no settings.
      case ENOENT, ENOTDIR: return []
      // Users may store such files elsewhere and link to them.
      case ELOOP where !isOfVault:
        let real = try Posix.realPath(path.bytes)
        return try Posix.contents(real, in: Posix.noFolder, limit: Self.limit)
      // /dev/null
      case EINVAL where (try? Posix.facts(path.bytes, followingLink: true))?.kind == .device:
        return []
      default: throw error
      }
    }
  }

  private func openFolder(of file: NotePath) throws(SystemError) -> Descriptor {
    guard isOfVault else { return try PrivateFolder.open(file.folder.bytes, making: true) }
    try PrivateFolder.make(file.folder.bytes, mode: 0o700)
    return try Posix.openFolder(file.folder.bytes, followingLink: false)
  }

  /// Replaces the file's content. If it is a link, the target is replaced.
  private func replace(_ change: (inout SettingsText) -> Void) throws(SystemError) {
    let real =
      isOfVault ? path : (try? Posix.realPath(path.bytes)).map { NotePath(bytes: $0) } ?? path
    let folder = try openFolder(of: real)
    // Otherwise two programs could lose each other's changes. Closing the folder unlocks it.
    try Posix.lock(folder.raw)
    let old = try read()
    var text = SettingsText(old)
    change(&text)
    if text.bytes == old { return }
    var file = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
    if let facts = try? Posix.facts(real.name.bytes, in: folder.raw) {
      try file.copyMetadata(facts, attributesOf: nil)
    }
    try file.write(text.bytes)
    _ = try file.finish()
    try file.replace(real.name.bytes)
  }
}
