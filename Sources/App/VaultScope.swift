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

/// An open vault. Everything made for it is released when it is closed.
@MainActor
package final class VaultScope {
  package let id: VaultID
  package let name: String
  /// Whether it is encrypted and locks itself when idle.
  package let isEncrypted: Bool
  package let services: VaultServices
  package private(set) lazy var watch = makeWatch()
  /// The conflicts; nil if they are not searched for.
  private(set) lazy var conflicts = makeConflicts()
  /// The sync; nil if the vault cannot be synced.
  private(set) lazy var sync = makeSync()
  /// Rings reminders, once it is begun.
  private(set) var reminders: ReminderWatch?
  private(set) lazy var editorMemory = EditorMemory(services, work: work)
  /// All its editors.
  let openEditors = OpenEditors()
  /// The last search.
  let searched = SearchMemory()
  var list = ListAttachments()
  /// Reports notes changed by modules that the list did not open, even if there is no list.
  private(set) lazy var changedNotes = ChangedNoteAdapter(vault: self)
  private let work: Work
  private let scheduler: any Scheduler
  private let preferences: Preferences
  private let addresses: (any NetworkAddresses)?
  /// Actions that end the made parts when the vault closes, run in reverse order.
  private var endings: [() -> Void] = []

  /// State that the vault's editors share.
  @MainActor
  struct EditorMemory {
    /// Reports each problem with versions once, by the first editor that has it.
    let versionProblems: VersionProblems
    /// The cached results of dictionaries.
    let spelling: SpellingMemory?
    /// State of the vim and emacs keys that stays from note to note.
    let keys: EditorKeyMemory

    init(_ services: VaultServices, work: Work) {
      let typed = services.state.typed
      let keys = EditorKeyMemory { lines in
        // A line that cannot be stored is only missed by the next run.
        _ = work.runToEnd { _ = try? await typed.change { $0.add(lines) } }
      }
      _ = work.runToEnd { [weak keys] in
        let lines = typed.value().lines
        if !lines.isEmpty { await keys?.recall(lines) }
      }
      self.keys = keys
      versionProblems = VersionProblems(services.versions)
      spelling = services.spelling.map { SpellingMemory($0) }
    }
  }

  /// The modules that live with the list.
  struct ListAttachments {
    /// Reports of other modules to the list.
    weak var adapter: EditorToNoteListAdapter?
    weak var input: (any NoteListInput)?
    /// Viewless modules, made on first use.
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

  /// Reports a saved note to the list, which refreshes it in the index.
  func noteWasSaved(_ note: NoteID) {
    list.adapter?.editorDidSave(note)
    reminders?.noteWasSaved()
  }

  func begin(_ reminders: ReminderWatch) {
    self.reminders = reminders
    watch.add(reminders)
    endings.append(reminders.stop)
    reminders.start()
  }

  /// Refreshes rewritten notes in the index, then reports them to the list, editors and listeners.
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

  /// Ends all parts. The objects that its services hold are released after this.
  func close() {
    for end in endings.reversed() { end() }
  }
}
