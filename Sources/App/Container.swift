import Conflicts
import Editor
package import Entities
import NewNotes
import NoteLock
import PrivateEditor
import Search
package import Services
import Sync
package import Viper

/// The one place where services are found. It makes them on first use; builders get each by name.
@MainActor
package final class Container {
  package let vaults: any Vaults
  /// Nil where vaults are neither encrypted nor decrypted.
  package let converting: (any VaultConverting)?
  package let clock: any WallClock
  package let scheduler: any Scheduler
  package let work: Work
  /// Nil where there is no screen.
  package let clipboard: (any Clipboard)?
  /// Nil where pictures stay words.
  package private(set) lazy var pictures = findPictures()
  private let findPictures: () -> (any PictureDrawing)?
  /// Nil where addresses are copied and not opened.
  package private(set) lazy var opener = findOpener()
  private let findOpener: () -> (any AddressOpening)?
  package let preferences: Preferences
  package let probe = LeakProbe()
  package private(set) var vault: VaultScope?
  /// Where those who sync ask for what git and ssh want to know.
  package let credentials: CredentialRelay
  /// Nothing in a vault is changed.
  var isReadOnly = false
  private let makeVault: (VaultID) -> VaultServices

  package init(
    vaults: any Vaults, converting: (any VaultConverting)? = nil, clock: any WallClock,
    scheduler: any Scheduler, work: Work, clipboard: (any Clipboard)? = nil,
    pictures: @escaping () -> (any PictureDrawing)? = { nil },
    opener: @escaping () -> (any AddressOpening)? = { nil },
    preferences: Preferences = Preferences(), credentials: CredentialRelay = CredentialRelay(),
    makeVault: @escaping (VaultID) -> VaultServices
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
    self.makeVault = makeVault
  }

  package func openVault(_ id: VaultID, named name: String) {
    let makeVault = makeVault
    vault?.close()
    vault = VaultScope(
      id: id, name: name, isEncrypted: vaults.isLocked(id), work: work, scheduler: scheduler,
      preferences: preferences
    ) {
      makeVault(id)
    }
  }

  /// Lets go of everything that was made inside the vault.
  package func closeVault() {
    vault?.close()
    vault = nil
  }
}

/// An open vault: whatever is made inside it is gone when it is closed.
@MainActor
package final class VaultScope {
  package let id: VaultID
  package let name: String
  /// Whether it is closed with a key when nobody works in it.
  package let isEncrypted: Bool
  package private(set) lazy var services = made()
  package private(set) lazy var watch = VaultWatch(
    events: services.events, index: services.index, work: work)
  /// What is wrong with versions is told once, whichever editor hears of it.
  private(set) lazy var versionProblems = VersionProblems(services.versions)
  /// What dictionaries have said of words.
  private(set) lazy var spelling = services.spelling.map { SpellingMemory($0) }
  /// What keys of vim and emacs keep from note to note.
  let keyMemory = EditorKeyMemory()
  /// Where all its editors are known.
  let desk = OpenEditors()
  /// Nil where nothing syncs it. One that nobody asked for is not made.
  private(set) lazy var sync = makeSync()
  /// Nil where nothing looks for conflicts.
  private(set) lazy var conflicts = makeConflicts()
  /// What was looked for last.
  let searched = SearchMemory()
  /// How the list hears of other modules; nil while there is none.
  weak var listAdapter: EditorToNoteListAdapter?
  /// How modules that the list did not open itself tell of notes, whether there is a list yet or not.
  private(set) lazy var changedNotes = ChangedNoteAdapter(vault: self)
  /// Viewless modules that live with the list, from their first use on.
  weak var newNotes: (any NewNotesInput)?
  weak var noteLock: (any NoteLockInput)?
  weak var privateEditor: (any PrivateEditorInput)?
  private let work: Work
  private let scheduler: any Scheduler
  private let preferences: Preferences
  private let make: () -> VaultServices
  private var hasSync = false
  private var hasConflicts = false
  /// What its services do when the vault is left, once there are any.
  private var closeServices: (() -> Void)?

  init(
    id: VaultID, name: String, isEncrypted: Bool, work: Work, scheduler: any Scheduler,
    preferences: Preferences, make: @escaping () -> VaultServices
  ) {
    self.id = id
    self.name = name
    self.isEncrypted = isEncrypted
    self.work = work
    self.scheduler = scheduler
    self.preferences = preferences
    self.make = make
  }

  /// The list, where there is one, lets the index read it.
  func noteWasSaved(_ note: NoteID) { listAdapter?.editorDidSave(note) }

  /// Other modules hear of notes that were rewritten, once the index has read them: the list, the
  /// editors, whoever listens.
  package func notesWereRewritten(_ notes: [NoteID]) { watch.look(at: notes) }

  private func makeSync() -> SyncKeeper? {
    guard let sync = services.sync else { return nil }
    hasSync = true
    let interactor = SyncInteractor(
      sync: sync, work: work,
      saveAll: { [weak self] then in self?.desk.saveAll(then: then) },
      notesChanged: { [weak self] notes in self?.notesWereRewritten(notes) })
    let keeper = SyncKeeper(
      interactor: interactor, scheduler: scheduler,
      isOn: { [preferences] in preferences.values.autoSync })
    watch.add(keeper)
    return keeper
  }

  private func makeConflicts() -> ConflictsKeeper? {
    guard let conflicts = services.conflicts else { return nil }
    hasConflicts = true
    let interactor = ConflictsInteractor(
      conflicts: conflicts, work: work,
      saveAll: { [weak self] then in self?.desk.saveAll(then: then) },
      notesChanged: { [weak self] notes in self?.notesWereRewritten(notes) })
    watch.add(interactor)
    return ConflictsKeeper(interactor: interactor, scheduler: scheduler)
  }

  private func made() -> VaultServices {
    let services = make()
    closeServices = services.lifetime.close
    return services
  }

  fileprivate func close() {
    // One that nobody asked anything has nothing to stop.
    guard let closeServices else { return }
    if hasSync { sync?.stop() }
    if hasConflicts { conflicts?.stop() }
    watch.stop()
    closeServices()
  }
}
