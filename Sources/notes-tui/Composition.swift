import App
import CResources
import Commands
import Entities
import FileStore
import Files
import Programs
import Services
import Terminal
import UseCases
import Vault
import VaultSettings
import Viper

/// The composition root: chooses the clock, the files and the folders.
struct Composition: Sendable {
  let environment: UserEnvironment
  let clock: any WallClock
  var settings = SettingValues()
  let threads = BackgroundThreads()
  /// Relays the questions of git and ssh during a sync.
  let credentials = CredentialRelay()
  /// The programs of the person's own commands that run now.
  let ownPrograms = StartedPrograms()
  /// The keys of the open vaults.
  let keyring = Keyring()
  let workFactor: Int
  let log: LogFile

  /// `workFactor` is the cost of guessing the passphrase of a new vault. Only scripts in this
  /// process use a lower one.
  init(environment: UserEnvironment, clock: any WallClock, workFactor: Int = 18) {
    self.environment = environment
    self.clock = clock
    self.workFactor = workFactor
    log = LogFile(folder: environment.stateFolder, clock: clock)
  }

  var stateFolder: [UInt8] { Array(environment.stateFolder.utf8) }
  var cacheFolder: [UInt8] { Array(environment.cacheFolder.utf8) }

  var vaults: LockedVaults {
    LockedVaults(
      folders: FolderVaults(
        stateFolder: stateFolder, home: Array(environment.home.utf8),
        welcome: Self.welcome),
      keyring: keyring, stateFolder: stateFolder, clock: clock, workFactor: workFactor)
  }

  var proving: VaultProving {
    VaultProving(
      stateFolder: stateFolder, clock: clock, workFactor: workFactor)
  }

  @MainActor
  func makeApp(
    _ options: LaunchOptions, driver: any Driver, scheduler: any Scheduler
  ) -> NotesApp {
    let work = Work(on: threads)
    let logging = work.scope()
    let container = Container(
      vaults: vaults, converting: converter, clock: clock, scheduler: scheduler,
      work: work,
      clipboard: SystemClipboard(driver: driver, environment: environment.variable),
      pictures: { pictures(options, driver) }, opener: { opener },
      guide: { GuideBook(Guide.pages) },
      preferences: preferences(options, work), credentials: credentials,
      addresses: addresses,
      outside: SystemFiles(home: environment.home, folder: environment.currentFolder),
      locked: { await locked($0, isReadOnly: options.isReadOnly) },
      open: { await openForScreen($0, isReadOnly: options.isReadOnly) })
    return NotesApp(
      container: container, driver: driver, options: options,
      log: { [log] line in
        log.add(line)
        logging.run({ log.write() }, then: { _ in })
      })
  }

  /// Returns the picture tool if the terminal has the characters and colors. Scripts get none, so
  /// that they do not depend on installed programs.
  @MainActor
  private func pictures(_ options: LaunchOptions, _ driver: any Driver) -> PictureTool? {
    let isScript = environment.variable("NOTES_TUI_SCRIPT") != nil
    if isScript || options.isASCII || driver.colors < .full { return nil }
    return PictureTool(environment: environment.variable)
  }

  /// Scripts must not open anything on the desktop.
  private var opener: AddressOpener? {
    if environment.variable("NOTES_TUI_SCRIPT") != nil { return nil }
    return AddressOpener(environment: environment.variable)
  }

  @MainActor
  private func preferences(_ options: LaunchOptions, _ work: Work) -> Preferences {
    Preferences(
      settings,
      store: DesktopSettings(
        file: SettingsFile(path: environment.settingsFile(options)),
        entry: DesktopEntry(environment: environment)),
      themes: ThemeFiles(configFolder: environment.configFolder).themes,
      keymap: options.keymap, home: environment.home,
      locale: WeekStart.locale(environment.variable),
      ownKeys: { KeysFile(configFolder: environment.configFolder).keys(for: $0) },
      ownCommands: { CommandsFile(configFolder: environment.configFolder).commands },
      ownProgram: OwnProgram(environment: environment.variable, among: ownPrograms),
      vaultStore: { options.isReadOnly ? nil : SettingsFile(vault: $0) },
      watch: ConfigurationWatch(events: configurationFiles(options), work: work))
  }

  /// The files that are watched while the program runs.
  private func configurationFiles(_ options: LaunchOptions) -> ConfigurationFiles {
    let (folder, settings) = (environment.configFolder, environment.settingsFile(options).bytes)
    let themes = ThemeFiles(configFolder: folder)
    return ConfigurationFiles {
      let own = ["keys", "commands"].map { Array("\(folder)/\($0)".utf8) }
      return ConfigurationPaths(
        files: [settings] + own + themes.files, folders: [Array(themes.folder.utf8)])
    }
  }

  private static var welcome: [WelcomeNote] {
    var notes: [WelcomeNote] = []
    while let name = cresources_welcome_name(notes.count) {
      var length = 0
      let start = cresources_welcome(notes.count, &length)
      notes.append(
        WelcomeNote(
          name: String(cString: name),
          bytes: Array(UnsafeBufferPointer(start: start, count: length))))
    }
    return notes
  }
}
