import App
import CResources
import Entities
import FileStore
import Services
import Terminal
import Viper

/// Where the parts meet: which clock, which files, which folders.
@MainActor
struct Composition {
  let environment: UserEnvironment
  let clock: any WallClock
  let scheduler: any Scheduler

  var vaults: FolderVaults {
    FolderVaults(
      stateFolder: Array(environment.stateFolder.utf8), home: Array(environment.home.utf8),
      welcome: WelcomeNote(name: "Welcome.md", bytes: Self.welcome))
  }

  func makeApp(_ options: LaunchOptions, driver: any Driver) -> NotesApp {
    let (clock, state) = (clock, Array(environment.stateFolder.utf8))
    let threads = BackgroundThreads()
    let container = Container(
      vaults: vaults, clock: clock, scheduler: scheduler, work: Work(on: threads),
      makeVault: { id in
        let store = FolderStore(root: id.path.bytes, clock: clock, background: threads)
        let files = FolderFiles(root: id.path.bytes, clock: clock)
        let versions = FolderVersions(
          stateFolder: state, vault: id, clock: clock, background: threads)
        if options.isReadOnly {
          return VaultServices(
            store: ReadOnlyStore(store), index: ListedIndex(store: store),
            journal: ReadOnlyJournal(), versions: versions, trash: ReadOnlyTrash(store),
            events: FolderEvents(root: id.path.bytes, files: files), files: files)
        }
        return VaultServices(
          store: VersionedStore(store, versions: versions), index: ListedIndex(store: store),
          journal: FolderJournal(stateFolder: state, vault: id, clock: clock),
          versions: versions, trash: store,
          events: FolderEvents(root: id.path.bytes, files: files), files: files)
      })
    let log = LogFile(folder: environment.stateFolder, clock: clock)
    return NotesApp(
      container: container, driver: driver, options: options, log: { log.write($0) })
  }

  private static var welcome: [UInt8] {
    var length = 0
    let start = cresources_welcome(&length)
    return Array(UnsafeBufferPointer(start: start, count: length))
  }
}
