package import Services
package import Terminal
package import Viper

/// Makes an editor. It needs a store to read and save in, a journal for unsaved text, and a clock;
/// with `files` it finds notes that were moved, with `news` it tells what is wrong with versions and
/// keeps what can be undone, with a scheduler it counts words anew, with a clipboard it shares text
/// with other programs, with an index and links it completes names, with locks it opens locked notes,
/// with places it opens a note where it was left,
/// with a planner it begins notes that are not there yet, `texts` names new ones by what they say,
/// with texts of tasks it dates what is done.
@MainActor
package struct EditorBuilder {
  private let store: any NoteStore
  private let files: (any VaultFiles)?
  private let journal: any RecoveryJournal
  private let news: VersionNews?
  private let clock: any WallClock
  private let scheduler: (any Scheduler)?
  private let clipboard: (any Clipboard)?
  private let index: (any NoteIndex)?
  private let links: (any NoteLinks)?
  private let locks: (any NoteLocks)?
  private let places: (any KeptPlaces)?
  private let ownMoves: OwnMoves?
  private let planner: NotePlanner?
  private let texts: any NoteTexts
  private let tasks: (any TaskTexts)?
  private let wraps: Bool
  private let showsNumbers: Bool
  private let isReadOnly: Bool
  private let work: Work

  package init(
    store: any NoteStore, files: (any VaultFiles)? = nil, journal: any RecoveryJournal,
    news: VersionNews? = nil, clock: any WallClock, scheduler: (any Scheduler)? = nil,
    clipboard: (any Clipboard)? = nil, index: (any NoteIndex)? = nil,
    links: (any NoteLinks)? = nil, locks: (any NoteLocks)? = nil,
    places: (any KeptPlaces)? = nil, ownMoves: OwnMoves? = nil, planner: NotePlanner? = nil,
    texts: any NoteTexts = PlainTexts(), tasks: (any TaskTexts)? = nil, wraps: Bool = true,
    showsNumbers: Bool = false, isReadOnly: Bool = false, work: Work
  ) {
    self.isReadOnly = isReadOnly
    self.store = store
    self.files = files
    self.journal = journal
    self.news = news
    self.clock = clock
    self.scheduler = scheduler
    self.clipboard = clipboard
    self.index = index
    self.links = links
    self.locks = locks
    self.places = places
    self.ownMoves = ownMoves
    self.planner = planner
    self.texts = texts
    self.tasks = tasks
    self.wraps = wraps
    self.showsNumbers = showsNumbers
    self.work = work
  }

  /// `part` names what of the note the store has, where that is not all. `place` is where the note is
  /// opened. `returningTo` is for the person who was in this note just now, with the cursor there, and
  /// had to go away: unsaved text that was kept is theirs and taken without a question.
  package func make(
    opening: EditorOpening, part: String? = nil, at place: EditorTarget? = nil,
    returningTo cursor: Int? = nil, asPeek: Bool,
    wireframe: any EditorWireframe, output: (any EditorOutput)?
  ) -> (module: Module<any Screen>, input: any EditorInput) {
    let interactor = EditorInteractor(
      opening: opening, part: part, store: store, files: files, journal: journal, news: news,
      clock: clock, scheduler: scheduler, clipboard: clipboard, index: index, links: links,
      locks: locks, places: asPeek ? nil : places, ownMoves: ownMoves, planner: planner,
      texts: texts, tasks: tasks, work: work)
    let presenter = EditorPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, output: output, isPeek: asPeek,
      isReadOnly: isReadOnly, returningTo: cursor)
    presenter.parts.wanted = place
    presenter.begin(wrapping: wraps, withNumbers: showsNumbers && !asPeek)
    let screen = EditorScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Editor", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The editor's way to write without an editor.
  package func makeWriter() -> NoteWriter {
    NoteWriter(saver: TextSaver(store: store, files: files), clock: clock)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [
      EditorKeymap.editingTable, EditorKeymap.barTable, EditorKeymap.offerTable,
      EditorKeymap.peekTable,
    ]
  }
}
