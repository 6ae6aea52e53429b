package import Entities
package import OpenVault
package import Services
import Sync
import Synchronization
import VaultSettings
package import Viper

/// How vaults are reached.
private struct VaultAccess: Sendable {
  /// A vault that is to be fetched only: it is not opened. Nil where its key is there.
  let locked: @Sendable (VaultID) async -> LockedVault?
  let open: @Sendable (VaultID) async -> VaultOpening
}

/// The only composition point of services; builders get each by name.
@MainActor
package final class Container {
  package let vaults: any Vaults
  /// Nil where vaults are neither encrypted nor decrypted.
  let converting: (any VaultConverting)?
  package let clock: any WallClock
  let scheduler: any Scheduler
  package let work: Work
  /// Nil where there is no screen.
  let clipboard: (any Clipboard)?
  /// Nil where pictures stay words.
  private(set) lazy var pictures = findPictures()
  private let findPictures: () -> (any PictureDrawing)?
  /// Nil where addresses are copied and not opened.
  private(set) lazy var opener = findOpener()
  private let findOpener: () -> (any AddressOpening)?
  let preferences: Preferences
  /// Nil where no file is copied into a vault.
  let outside: (any OutsideFiles)?
  package let probe = LeakProbe()
  package private(set) var vault: VaultScope?
  /// Where those who sync ask for what git and ssh want to know.
  let credentials: CredentialRelay
  /// Nothing in a vault is changed.
  var isReadOnly = false
  private let access: VaultAccess
  /// Lets go of the vault before, off the main actor.
  private(set) var closing: Task<Void, Never>?
  /// Nil where no one knows them.
  private let addresses: (any NetworkAddresses)?
  /// Fetches a vault while its passphrase is asked for.
  private(set) var lockedSync: AutoSync?

  package init(
    vaults: any Vaults, converting: (any VaultConverting)? = nil, clock: any WallClock,
    scheduler: any Scheduler, work: Work, clipboard: (any Clipboard)? = nil,
    pictures: @escaping () -> (any PictureDrawing)? = { nil },
    opener: @escaping () -> (any AddressOpening)? = { nil },
    preferences: Preferences = Preferences(), credentials: CredentialRelay = CredentialRelay(),
    addresses: (any NetworkAddresses)? = nil, outside: (any OutsideFiles)? = nil,
    locked: @escaping @Sendable (VaultID) async -> LockedVault?,
    open: @escaping @Sendable (VaultID) async -> VaultOpening
  ) {
    self.vaults = vaults
    self.converting = converting
    self.clock = clock
    self.scheduler = scheduler
    self.work = work
    self.clipboard = clipboard
    findPictures = pictures
    findOpener = opener
    self.preferences = preferences
    self.credentials = credentials
    self.addresses = addresses
    self.outside = outside
    access = VaultAccess(locked: locked, open: open)
  }

  /// Opens a vault, off the main actor, once all that was held of the one before is let go of.
  var open: @Sendable (VaultID) async -> VaultOpening {
    { [access, closing] vault in
      await closing?.value
      return await access.open(vault)
    }
  }

  var locked: @Sendable (VaultID) async -> LockedVault? { access.locked }

  /// From now on a locked vault is fetched by itself, if it is to be synced so, until one is opened.
  func beginToFetch(
    _ sync: any VaultSync, settings: SettingValues, output: any SyncInteractorOutput
  ) {
    lockedSync?.stop()
    let isOn = preferences.overridden(by: settings).autoSync
    let autoSync = AutoSync(
      interactor: SyncInteractor(sync: sync, work: work, scheduler: scheduler),
      scheduler: scheduler, addresses: addresses, isOn: { isOn })
    autoSync.interactor.add(output)
    lockedSync = autoSync
    autoSync.start()
  }

  func enter(_ id: VaultID, named name: String, _ opened: OpenedVault) {
    lockedSync?.stop()
    lockedSync = nil
    closeVault()
    vault = VaultScope(
      id: id, name: name, opened, work: work, scheduler: scheduler, preferences: preferences,
      addresses: addresses)
  }

  /// Lets go of everything that was made inside the vault.
  func closeVault() {
    guard let vault else { return }
    vault.close()
    self.vault = nil
    let close = vault.services.lifetime.close
    closing = work.runToEnd { [closing] in
      await closing?.value
      close()
    }
  }

  /// A moment as lists write it.
  func date(_ moment: Timestamp) -> String {
    ShortDate.text(for: moment, form: preferences.values.dateForm, clock: clock)
  }
}

/// Passes questions on to the one who answers them, who may come later: a screen is made after the services that
/// ask.
package final class CredentialRelay: CredentialAsking {
  private let person = Mutex<(any CredentialAsking)?>(nil)
  private let refusal: CredentialRefusal

  /// `refusal` is the answer as long as there is no one.
  package init(_ refusal: CredentialRefusal = .automatic) { self.refusal = refusal }

  package func connect(to person: any CredentialAsking) {
    self.person.withLock { $0 = person }
  }

  package func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    guard let person = person.withLock({ $0 }) else { return .no(refusal) }
    return await person.answer(question)
  }
}
