import Entities
import FileStore
import Files
import GitSync
import Glibc
import Merging
import OpenVault
import SealedStore
import Services
import Vault
import VaultSettings

extension Composition {
  /// By way of git: in plain or, where the vault is encrypted, its closed files.
  func sync(of vault: VaultID, _ parts: VaultParts) -> any VaultSync {
    let root = vault.path.bytes
    var manner = manner(of: vault)
    if let sealed = parts.sealed {
      manner.isSecret = true
      manner.opener = sealed.opener
      return sync(of: vault, sealed.synced(versions: parts.versions), manner)
    }
    let files = SyncedFolder(
      root: root, clock: clock, turns: WriteLocks(stateFolder: stateFolder, root: root),
      versions: parts.versions, plainWriteRefusal: { VaultLock.plainWriteRefusal(root) })
    return sync(of: vault, files, manner)
  }

  /// An encrypted vault whose passphrase is not known: it is fetched, and no file of it is touched.
  func lockedSync(of vault: VaultID) -> any VaultSync {
    var manner = manner(of: vault)
    manner.isSecret = true
    return sync(
      of: vault, SyncedFolder(root: vault.path.bytes, clock: clock, versions: nil), manner)
  }

  var addresses: any NetworkAddresses { MachineAddresses() }

  private func sync(
    of vault: VaultID, _ files: any SyncedFiles, _ manner: SyncMode
  ) -> any VaultSync {
    GitVaultSync(
      folder: vault.path.text, files: files, manner: manner, environment: environmentOfGit)
  }

  private func manner(of vault: VaultID) -> SyncMode {
    let own = (try? SettingsFile(vault: vault).values()) ?? SettingValues()
    let values = settings.overridden(by: own)
    var manner = SyncMode(
      device: values[.syncDevice] ?? Self.machineName, clock: clock,
      trust: SyncTrust(stateFolder: stateFolder))
    manner.templates = DailyNotes.templateFolder(
      own, ObsidianFolder(root: vault.path.bytes).templateFolder)
    manner.message = values[.syncMessage] ?? manner.message
    manner.asking = AskingWay(
      program: UserEnvironment.ownBinary, folders: environment.socketFolders, person: credentials)
    return manner
  }

  /// Copies that other programs left, found and merged by way of the vault's own services.
  func conflicts(in services: VaultServices, _ closed: (any ClosedCopies)?) -> any NoteConflicts {
    VaultConflicts(
      services, closed: closed,
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
