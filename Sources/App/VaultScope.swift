import Conflicts
import Editor
package import Entities
import NewNotes
import NoteList
import NoteLock
package import OpenVault
import PrivateEditor
import Search
import Services
import Sync
import VaultSettings
import Viper

/// An open vault: all that is made inside it is gone when it is closed.
@MainActor
package final class VaultScope {
  package let id: VaultID
  package let name: String
  /// Whether it is encrypted and locks itself when idle.
  package let isEncrypted: Bool
  package let services: VaultServices
  package private(set) lazy var watch = makeWatch()
  /// Nil where nothing looks for them.
  private(set) lazy var conflicts = makeConflicts()
  /// Nil where nothing syncs it.
  private(set) lazy var sync = makeSync()
  private(set) lazy var editorMemory = EditorMemory(services)
  /// Where all its editors are known.
  let openEditors = OpenEditors()
  /// What was looked for last.
  let searched = SearchMemory()
  var list = ListAttachments()
  /// How modules that the list did not open itself tell of notes, whether there is a list yet or not.
  private(set) lazy var changedNotes = ChangedNoteAdapter(vault: self)
  private let work: Work
  private let scheduler: any Scheduler
  private let preferences: Preferences
  private let addresses: (any NetworkAddresses)?
  /// What ends with the vault, of that which was made, the last first.
  private var endings: [() -> Void] = []

  /// What the editors of a vault keep together.
  @MainActor
  struct EditorMemory {
    /// Problems with versions are reported once, by the first editor that has one.
    let versionProblems: VersionProblems
    /// What dictionaries have said of words.
    let spelling: SpellingMemory?
    /// What keys of vim and emacs keep from note to note.
    let keys = EditorKeyMemory()

    init(_ services: VaultServices) {
      versionProblems = VersionProblems(services.versions)
      spelling = services.spelling.map { SpellingMemory($0) }
    }
  }

  /// What lives with the list.
  struct ListAttachments {
    /// How the list hears of other modules.
    weak var adapter: EditorToNoteListAdapter?
    weak var input: (any NoteListInput)?
    /// Viewless modules, from their first use on.
    weak var newNotes: (any NewNotesInput)?
    weak var noteLock: (any NoteLockInput)?
    weak var privateEditor: (any PrivateEditorInput)?
  }

  init(
    id: VaultID, name: String, _ opened: OpenedVault, work: Work, scheduler: any Scheduler,
    preferences: Preferences, addresses: (any NetworkAddresses)?
  ) {
    self.id = id
    self.name = name
    isEncrypted = opened.isEncrypted
    services = opened.services
    self.work = work
    self.scheduler = scheduler
    self.preferences = preferences
    self.addresses = addresses
  }

  /// The list, where there is one, lets the index read it.
  func noteWasSaved(_ note: NoteID) { list.adapter?.editorDidSave(note) }

  /// Other modules hear of notes that were rewritten, once the index has read them: the list, the
  /// editors, all that listen.
  package func notesWereRewritten(_ notes: [NoteID]) { watch.reindex(notes) }

  private func makeWatch() -> VaultWatch {
    let watch = VaultWatch(events: services.events, index: services.index, work: work)
    endings.append(watch.stop)
    return watch
  }

  private func makeConflicts() -> ConflictsInteractor? {
    guard let conflicts = services.conflicts else { return nil }
    let interactor = ConflictsInteractor(
      cases: ConflictCases(conflicts), work: work, scheduler: scheduler,
      saveAll: { [openEditors] then in openEditors.saveAll(then: then) },
      notesChanged: { [weak self] notes in self?.notesWereRewritten(notes) })
    watch.add(interactor)
    endings.append(interactor.end)
    return interactor
  }

  private func makeSync() -> AutoSync? {
    guard let sync = services.sync else { return nil }
    let interactor = SyncInteractor(
      sync: sync, work: work, scheduler: scheduler,
      saveAll: { [openEditors] then in openEditors.saveAll(then: then) },
      notesChanged: { [weak self] notes in self?.notesWereRewritten(notes) })
    let autoSync = AutoSync(
      interactor: interactor, scheduler: scheduler, addresses: addresses,
      isOn: { [preferences] in preferences.values.autoSync })
    watch.add(autoSync)
    endings.append(autoSync.stop)
    return autoSync
  }

  /// What its services hold is let go of after this.
  func close() {
    for end in endings.reversed() { end() }
  }
}
