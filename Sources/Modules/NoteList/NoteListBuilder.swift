package import Services
package import Terminal
package import Viper

/// Makes a note list. It needs an index to list, a store to trash from, moves and links to rename
/// and move notes with, texts and rewriting to change titles and tags with, a journal to look for
/// unsaved drafts in, an arrangement to keep order and pins in, and a clock to write dates by; with
/// texts and writing of tasks it ticks them.
/// `hearing` returns once changes of other programs are heard of: the files are looked through then,
/// so that none falls between the look and the hearing.
@MainActor
package struct NoteListBuilder {
  private let index: any NoteIndex
  private let store: any NoteStore
  private let moves: any NoteMoves
  private let links: any NoteLinks
  private let texts: any NoteTexts
  private let rewriting: any NoteRewriting
  private let journal: any RecoveryJournal
  private let arrangement: StoredValue<ListArrangement>
  private let taskTexts: any TaskTexts
  private let taskWriting: (any TaskWriting)?
  private let clock: any WallClock
  private let work: Work
  private let hearing: @MainActor () async -> Void
  private let dateForm: @MainActor () -> DateForm
  private let isReadOnly: Bool

  package init(
    index: any NoteIndex, store: any NoteStore, moves: any NoteMoves, links: any NoteLinks,
    texts: any NoteTexts, rewriting: any NoteRewriting, journal: any RecoveryJournal,
    arrangement: StoredValue<ListArrangement>, taskTexts: any TaskTexts,
    taskWriting: (any TaskWriting)? = nil, clock: any WallClock, work: Work,
    hearing: @escaping @MainActor () async -> Void = {},
    dateForm: @escaping @MainActor () -> DateForm = { .auto }, isReadOnly: Bool = false
  ) {
    self.isReadOnly = isReadOnly
    self.index = index
    self.store = store
    self.moves = moves
    self.links = links
    self.texts = texts
    self.rewriting = rewriting
    self.journal = journal
    self.arrangement = arrangement
    self.taskTexts = taskTexts
    self.taskWriting = taskWriting
    self.clock = clock
    self.work = work
    self.hearing = hearing
    self.dateForm = dateForm
  }

  package func make(
    wireframe: any NoteListWireframe
  ) -> (module: Module<any Screen>, input: any NoteListInput) {
    let interactor = makeInteractor()
    let presenter = NoteListPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm,
      isReadOnly: isReadOnly)
    let screen = NoteListScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "NoteList", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any NoteListInteracting {
    NoteListInteractor(
      index: index, store: store, moves: moves, links: links, texts: texts,
      rewriting: rewriting, journal: journal, arrangement: arrangement, taskTexts: taskTexts,
      taskWriting: taskWriting, clock: clock, work: work, hearing: hearing)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [NoteListKeymap.listTable, NoteListKeymap.foldersTable, NoteListKeymap.filterTable]
  }
}
