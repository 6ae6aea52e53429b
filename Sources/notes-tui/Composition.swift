import App
import CResources
import Entities
import FileStore
import SearchIndex
import Services
import Terminal
import Vault
import Viper

/// Where the parts meet: which clock, which files, which folders.
@MainActor
struct Composition {
  let environment: UserEnvironment
  let clock: any WallClock
  let scheduler: any Scheduler
  var settings = SettingValues()
  let threads = BackgroundThreads()
  /// The keys of the vaults that stand open.
  let keyring = Keyring()
  private let early = EarlyVault()
  let workFactor: Int

  /// `workFactor` is what guessing at the passphrase of a new vault shall cost: less than the usual is
  /// for scripts in this process alone.
  init(
    environment: UserEnvironment, clock: any WallClock, scheduler: any Scheduler,
    workFactor: Int = 18
  ) {
    self.environment = environment
    self.clock = clock
    self.scheduler = scheduler
    self.workFactor = workFactor
  }

  var vaults: LockedVaults {
    let state = Array(environment.stateFolder.utf8)
    return LockedVaults(
      folders: FolderVaults(
        stateFolder: state, home: Array(environment.home.utf8),
        welcome: WelcomeNote(name: "Welcome.md", bytes: Self.welcome)),
      keyring: keyring, stateFolder: state, clock: clock, workFactor: workFactor)
  }

  var proving: VaultProving {
    VaultProving(
      stateFolder: Array(environment.stateFolder.utf8), clock: clock, workFactor: workFactor)
  }

  /// Begins to read the vault that the screen will show first, while the terminal is being taken.
  func prepare(_ options: LaunchOptions) {
    guard let vault = options.vault.map({ VaultID($0) }),
      !VaultLock.isLocked(vault.path.bytes)
    else { return }
    let place = options.noteToOpen
    let services = beginning(with: vault, options)
    early.vault = (vault, services)
    early.place = place.map { EarlyPlace($0, in: services, on: threads) }
    // Behind it, where there are no processors to spare.
    if let place { EarlyPlace.prepareScreen(for: place, on: threads) }
  }

  /// The parts of a vault whose list is shown next: that is read while its screen is being made.
  private func beginning(with vault: VaultID, _ options: LaunchOptions) -> VaultServices {
    let made = screenServices(for: vault, options)
    // A note that is asked for comes before the list, and so does another screen, which asks the index.
    if options.place == nil {
      made.index.prepareCatalog(CatalogRequest(made.services.arrangements.arrangement()))
    } else if options.noteToOpen == nil {
      made.index.openAhead()
    }
    return made.services
  }

  func makeApp(_ options: LaunchOptions, driver: any Driver) -> NotesApp {
    let container = Container(
      vaults: vaults, converting: converter, clock: clock, scheduler: scheduler,
      work: Work(on: threads),
      clipboard: SystemClipboard(driver: driver, environment: environment.variable),
      pictures: { pictures(options, driver) }, opener: { opener },
      preferences: preferences(options),
      makeVault: { id in
        early.take(id) ?? beginning(with: id, options)
      })
    let log = LogFile(folder: environment.stateFolder, clock: clock)
    let app = NotesApp(
      container: container, driver: driver, options: options, log: { log.write($0) })
    app.early = early.takePlace()
    return app
  }

  /// Where the terminal has the signs and the colours. Scripts see the same everywhere, whatever is
  /// installed.
  private func pictures(_ options: LaunchOptions, _ driver: any Driver) -> PictureTool? {
    let isScript = environment.variable("NOTES_TUI_SCRIPT") != nil
    if isScript || options.isASCII || driver.colours < .full { return nil }
    return PictureTool(environment: environment.variable)
  }

  /// A script opens nothing on anybody's desktop.
  private var opener: AddressOpener? {
    if environment.variable("NOTES_TUI_SCRIPT") != nil { return nil }
    return AddressOpener(environment: environment.variable)
  }

  private func preferences(_ options: LaunchOptions) -> Preferences {
    Preferences(
      settings, store: SettingsFile(place: environment.settingsFile(options)),
      themes: ThemeFiles(configFolder: environment.configFolder).themes,
      home: environment.home, locale: WeekStart.locale(environment.variable),
      ownKeys: { KeysFile(configFolder: environment.configFolder).keys(for: $0) },
      vaultStore: { options.isReadOnly ? nil : SettingsFile(vault: $0) },
      vaultValues: { (try? SettingsFile(vault: $0).values()) ?? SettingValues() })
  }

  private static var welcome: [UInt8] {
    var length = 0
    let start = cresources_welcome(&length)
    return Array(UnsafeBufferPointer(start: start, count: length))
  }
}

/// The vault that was opened ahead, for the one who asks for it first, and the note in it that was
/// asked for.
@MainActor
private final class EarlyVault {
  var vault: (id: VaultID, services: VaultServices)?
  var place: EarlyPlace?

  func takePlace() -> EarlyPlace? {
    defer { place = nil }
    return place
  }

  func take(_ id: VaultID) -> VaultServices? {
    defer { vault = nil }
    return vault?.id == id ? vault?.services : nil
  }
}
