import Entities
import FileStore
import Files
import GitSync
import Glibc
import Merging
import Services
import Vault

extension Composition {
  /// A plain vault by way of git.
  func sync(of vault: VaultID, versions: any NoteVersions) -> any VaultSync {
    let root = vault.path.bytes
    let values = settings.overridden(
      by: (try? SettingsFile(vault: vault).values()) ?? SettingValues())
    var manner = SyncManner(
      device: values[.syncDevice] ?? Self.machineName, clock: clock,
      trust: SyncTrust(stateFolder: stateFolder))
    manner.message = values[.syncMessage] ?? manner.message
    let files = SyncedFolder(
      root: root, clock: clock, turns: WritingTurns(stateFolder: stateFolder, root: root),
      versions: versions, whyNotPlain: { VaultLock.whyNotPlain(root) })
    return GitVaultSync(
      folder: vault.path.text, files: files, manner: manner, environment: environmentOfGit)
  }

  /// Copies that other programs left, found and merged by way of the vault's own services.
  func conflicts(in services: VaultServices) -> any NoteConflicts {
    VaultConflicts(
      store: services.store, versions: services.versions, index: services.index,
      search: services.search, links: services.links, files: services.files,
      rewriting: services.rewriting,
      hosts: Array(Set([Self.machineName, settings[.syncDevice] ?? ""])).sorted())
  }

  /// What git, ssh and their helpers look at; nothing else of the person's environment is theirs.
  private var environmentOfGit: [String: String] {
    let names = [
      "HOME", "PATH", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
      "SSH_AUTH_SOCK", "GNUPGHOME", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
      "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    ]
    var variables: [String: String] = [:]
    for name in names { variables[name] = environment.variable(name) }
    return variables
  }

  private static var machineName: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "device" }
    let text = withUnsafeBytes(of: name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? "device" : String(text.prefix { $0 != "." })
  }
}
