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
  /// Returns sync through git: of the plain files or, in an encrypted vault, of the encrypted ones.
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

  /// Returns sync of a locked encrypted vault: it only fetches and touches no file.
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
    manner.asking = PromptChannel(
      program: UserEnvironment.ownBinary, folders: environment.socketFolders, person: credentials)
    return manner
  }

  /// Returns the conflict copies of other programs, found and merged through the vault's own
  /// services.
  func conflicts(in services: VaultServices, _ closed: (any ClosedCopies)?) -> any NoteConflicts {
    VaultConflicts(
      services, closed: closed,
      hosts: Array(Set([Self.machineName, settings[.syncDevice] ?? ""])).sorted())
  }

  /// The variables that git, ssh and their helpers use; they get nothing else of the user's
  /// environment.
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
