package import Entities
package import OpenVault
package import Services
import Sync
import Synchronization
package import UseCases
import VaultSettings
package import Viper

/// The ways to access vaults.
private struct VaultAccess: Sendable {
  /// Returns a locked vault for fetching only, without opening it; nil if its key is available.
  let locked: @Sendable (VaultID) async -> LockedVault?
  let open: @Sendable (VaultID) async -> VaultOpening
}

/// A value that is made when it is first needed.
@MainActor
private final class Deferred<Value> {
  private(set) lazy var value = make()
  private let make: () -> Value

  init(_ make: @escaping () -> Value) { self.make = make }
}

/// The only composition point of services; builders get each by name.
@MainActor
package final class Container {
  package let vaults: any Vaults
  /// Encrypts and decrypts vaults; nil if that is not available.
  let converting: (any VaultConverting)?
  package let clock: any WallClock
  let scheduler: any Scheduler
  package let work: Work
  /// The clipboard; nil without a screen.
  let clipboard: (any Clipboard)?
  /// Draws pictures; nil if they are shown as words.
  var pictures: (any PictureDrawing)? { foundPictures.value }
  private let foundPictures: Deferred<(any PictureDrawing)?>
  /// Opens addresses; nil if they are copied instead.
  var opener: (any AddressOpening)? { foundOpener.value }
  private let foundOpener: Deferred<(any AddressOpening)?>
  /// The guide, read when it is first needed.
  var guide: GuideBook { readGuide.value }
  private let readGuide: Deferred<GuideBook>
  package let preferences: Preferences
  /// Copies files into a vault; nil if that is not available.
  let outside: (any OutsideFiles)?
  package let probe = LeakProbe()
  package private(set) var vault: VaultScope?
  /// Passes the questions of git and ssh to the person.
  let credentials: CredentialRelay
  /// Whether vaults must not be changed.
  var isReadOnly = false
  /// Nil unless this is the first run.
  var firstTimes: FirstTimes?
  private let access: VaultAccess
  /// The task that releases the previous vault off the main actor.
  private(set) var closing: Task<Void, Never>?
  /// The computer's addresses; nil if unavailable.
  private let addresses: (any NetworkAddresses)?
  /// Fetches a vault while its passphrase is asked for.
  private(set) var lockedSync: AutoSync?

  package init(
    vaults: any Vaults, converting: (any VaultConverting)? = nil, clock: any WallClock,
    scheduler: any Scheduler, work: Work, clipboard: (any Clipboard)? = nil,
    pictures: @escaping () -> (any PictureDrawing)? = { nil },
    opener: @escaping () -> (any AddressOpening)? = { nil },
    guide: @escaping () -> GuideBook = { GuideBook() },
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
    foundPictures = Deferred(pictures)
    foundOpener = Deferred(opener)
    readGuide = Deferred(guide)
    self.preferences = preferences
    self.credentials = credentials
    self.addresses = addresses
    self.outside = outside
    access = VaultAccess(locked: locked, open: open)
  }

  /// Opens a vault off the main actor, after the previous one was released.
  var open: @Sendable (VaultID) async -> VaultOpening {
    { [access, closing] vault in
      await closing?.value
      return await access.open(vault)
    }
  }

  var locked: @Sendable (VaultID) async -> LockedVault? { access.locked }

  /// Starts to fetch a locked vault automatically, if its settings say so, until a vault is opened.
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

  /// Releases everything that was made for the vault.
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

  /// Formats a time for lists.
  func date(_ moment: Timestamp) -> String {
    ShortDate.text(for: moment, form: preferences.values.dateForm, clock: clock)
  }
}

/// Passes questions on to the object that answers them. It is connected later, because services are
/// made before the screens.
package final class CredentialRelay: CredentialAsking {
  private let person = Mutex<(any CredentialAsking)?>(nil)
  private let refusal: CredentialRefusal

  /// Makes a relay. `refusal` is the answer until an object is connected.
  package init(_ refusal: CredentialRefusal = .automatic) { self.refusal = refusal }

  package func connect(to person: any CredentialAsking) {
    self.person.withLock { $0 = person }
  }

  package func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    guard let person = person.withLock({ $0 }) else { return .no(refusal) }
    return await person.answer(question)
  }
}
