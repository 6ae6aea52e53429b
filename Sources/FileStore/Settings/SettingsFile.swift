package import Entities
import Files
import Glibc
import Services
package import VaultSettings

/// The person's settings in one file, each line as they wrote it.
package struct SettingsFile: SettingsStore {
  package let place: NotePath
  private let isOfVault: Bool
  private let disk: Disk
  private static let limit = 1 << 20

  /// `place` is an absolute path; nothing need be there.
  package init(place: NotePath) { self.init(place: place, disk: .real) }

  /// Those of one vault, inside it. Whoever made the vault may be a stranger: no link is followed.
  package init(vault: VaultID) {
    self.init(
      place: vault.path.appending(NotePath(".notes-tui/settings")), isOfVault: true, disk: .real)
  }

  init(place: NotePath, isOfVault: Bool = false, disk: Disk) {
    self.place = place
    self.isOfVault = isOfVault
    self.disk = disk
  }

  package func settings() async throws(SettingsError) -> SettingValues {
    try values()
  }

  /// The same at once, for the start of the program.
  ///
  /// `isNamed`: a person named this very file, so that it must be there.
  package func values(isNamed: Bool = false) throws(SettingsError) -> SettingValues {
    do throws(SystemError) {
      if isNamed { _ = try Posix.facts(place.bytes, followingLink: true) }
      return SettingsText(try read()).settings(place: place.text)
    } catch {
      throw .cannotRead(place.text, reason: error.reason)
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
    do throws(SystemError) {
      try replace { $0.set(name, to: checked) }
    } catch {
      throw .cannotWrite(place.text, reason: error.reason)
    }
  }

  private func read() throws(SystemError) -> [UInt8] {
    do throws(SystemError) {
      return try Posix.contents(place.bytes, in: Posix.noFolder, limit: Self.limit)
    } catch {
      switch error.code {
      // No file, or no folder for it, is no settings.
      case ENOENT, ENOTDIR: return []
      // People keep such files elsewhere and link to them.
      case ELOOP where !isOfVault:
        let real = try Posix.realPath(place.bytes)
        return try Posix.contents(real, in: Posix.noFolder, limit: Self.limit)
      // /dev/null
      case EINVAL where (try? Posix.facts(place.bytes, followingLink: true))?.kind == .device:
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

  /// A file that is a link stays one: what it leads to is replaced.
  private func replace(_ change: (inout SettingsText) -> Void) throws(SystemError) {
    let real =
      isOfVault ? place : (try? Posix.realPath(place.bytes)).map { NotePath(bytes: $0) } ?? place
    let folder = try openFolder(of: real)
    // Two programs at once would each lose the other's line. Closing the folder unlocks it.
    try Posix.lock(folder.raw)
    let old = try read()
    var text = SettingsText(old)
    change(&text)
    if text.bytes == old { return }
    var file = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
    if let facts = try? Posix.facts(real.name.bytes, in: folder.raw) {
      try file.takeAfter(facts, attributesOf: nil)
    }
    try file.write(text.bytes)
    _ = try file.finish()
    try file.replace(real.name.bytes)
  }
}
