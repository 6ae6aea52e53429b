import Entities
import Services
import Viper

/// Holds the vault's notes in the order of the list: those that pass the filter, as the index knows
/// them, row by row as they are asked for.
@MainActor
final class NoteListInteractor: NoteListInteracting {
  weak var output: (any NoteListInteractorOutput)?
  weak var screen: (any NoteListScreenOutput)?

  let index: any NoteIndex
  let store: any NoteStore
  let moves: any NoteMoves
  let links: any NoteLinks
  let scope: WorkScope
  let texts: any NoteTexts
  let rewriting: any NoteRewriting
  let storedArrangement: StoredValue<ListArrangement>
  let taskTexts: any TaskTexts
  let taskWriting: (any TaskWriting)?
  let clock: any WallClock
  /// Those of the note that was asked about last.
  var openTasks: [TaskRecord] = []
  let journal: any RecoveryJournal
  /// Returns once changes of other programs are heard of.
  private let hearing: @MainActor () async -> Void
  private(set) var catalog: (any NoteCatalog)?
  private(set) var request = CatalogRequest()
  var arrangement = ListArrangement()
  var marks = Marks()
  private var rows = RowCache()
  private var isReadingAhead = false
  private var isFetching = false
  /// The notes changed, or something else was asked for, while they were fetched.
  private var mustFetchAgain = false
  private var afterFetching: [@MainActor () -> Void] = []
  /// What can be taken back, the last at the end.
  var done: [Deed] = []
  private var loadings = 0
  /// The note whose unsaved text was opened last: the next one comes after it.
  var lastUnsaved: NoteID?
  /// Whoever never asked for rows needs none after a change.
  private(set) var hasLoaded = false
  /// Whether somebody looks at the folders.
  var showsFolders = false
  /// Work on many notes that a person may end.
  var longWork: LongWork?

  init(
    index: any NoteIndex, store: any NoteStore, moves: any NoteMoves, links: any NoteLinks,
    texts: any NoteTexts, rewriting: any NoteRewriting, journal: any RecoveryJournal,
    arrangement: StoredValue<ListArrangement>, taskTexts: any TaskTexts,
    taskWriting: (any TaskWriting)?, clock: any WallClock, work: Work,
    hearing: @escaping @MainActor () async -> Void = {}
  ) {
    self.index = index
    self.store = store
    self.moves = moves
    self.links = links
    self.journal = journal
    self.texts = texts
    self.rewriting = rewriting
    storedArrangement = arrangement
    self.taskTexts = taskTexts
    self.taskWriting = taskWriting
    self.clock = clock
    scope = work.scope()
    self.hearing = hearing
  }

  var count: Int { catalog?.count ?? 0 }
  var total: Int { catalog?.total ?? 0 }
  var canUndo: Bool { !done.isEmpty }

  func note(at index: Int) -> NoteListItem {
    let item = item(at: index)
    if !isReadingAhead, let next = rows.comesNext(after: index, of: count) { readAhead(next) }
    return item ?? .gone
  }

  private func item(at index: Int) -> NoteListItem? {
    if let item = rows[index] { return item }
    guard let catalog, index >= 0, index < catalog.count else { return nil }
    rows = rows.reaching(index, in: catalog)
    return rows[index]
  }

  /// Whoever scrolls on finds these in the catalog, and does not wait for them with a frame.
  private func readAhead(_ range: Range<Int>) {
    guard let catalog else { return }
    isReadingAhead = true
    scope.run(
      { _ = catalog.notes(in: range) }, then: { [weak self] _ in self?.isReadingAhead = false })
  }

  func tags(at index: Int) -> [String] {
    item(at: index).flatMap { catalog?.tags(of: $0.id) } ?? []
  }

  /// Past the rows that are kept for a screen.
  func notes(in range: Range<Int>) -> [NoteListItem] {
    catalog?.notes(in: range.clamped(to: 0..<count)).map(NoteListItem.init) ?? []
  }

  func index(of id: NoteID) -> Int? { catalog?.position(of: id) }

  // MARK: - Loading

  /// Shows what is known at once, then brings it in line with the files.
  func load() {
    if !hasLoaded { arrange() }
    hasLoaded = true
    loadings += 1
    let loading = loadings
    fetch()
    // Before the first rows are there nothing else should ask for the disk.
    whenFetched { [weak self] in self?.reconcile(loading) }
    tellUnsaved()
  }

  /// As it was left.
  private func arrange() {
    arrangement = storedArrangement.value()
    request.order = arrangement.order
    request.isReversed = arrangement.isReversed
  }

  private func reconcile(_ loading: Int) {
    var problems: [String] = []
    let (index, hearing) = (index, hearing)
    scope.follow(
      {
        await hearing()
        return index.reconcile()
      },
      each: { [weak self] progress in
        guard let self, loading == self.loadings else { return }
        switch progress {
        case .isFirst(let notes): self.screen?.readingWentOn(notes: 0, of: notes)
        case .read(let notes, let all): self.screen?.readingWentOn(notes: notes, of: all)
        case .changed(let change):
          self.marks.take(away: change.removed)
          self.fetchChanged()
        case .problem(let problem): problems.append(problem)
        }
      },
      finally: { [weak self] in
        guard let self, loading == self.loadings else { return }
        // The rows came from the files, or from before changes were heard of: another of our programs
        // may have told the index of one since, and then nothing was left to find.
        self.fetchChanged()
        self.whenFetched { [weak self] in self?.screen?.loadingEnded(problems: problems) }
      })
  }

  private func show(_ catalog: any NoteCatalog) {
    self.catalog = catalog
    rows = RowCache()
    output?.notesChanged()
  }

  func load(_ request: CatalogRequest) {
    hasLoaded = true
    self.request = request
    fetch()
    whenFetched { [weak self] in self?.screen?.loadingEnded(problems: []) }
  }

  /// There are other notes than there were.
  private func fetchChanged() {
    fetch()
    if showsFolders { readFolders() }
  }

  /// Others are wanted than those that stand there.
  func fetch(_ change: (inout CatalogRequest) -> Void) {
    change(&request)
    fetch()
  }

  /// Asks the index for the notes anew; one asking at a time, and the last one counts.
  func fetch() {
    guard !isFetching else {
      mustFetchAgain = true
      return
    }
    isFetching = true
    let (index, asked, pins) = (index, request, arrangement.pins)
    // Whoever marked all meant those that stand there now.
    let marked = marks.isAll ? catalog : nil
    scope.run(
      {
        let marked = marked?.allNotes
        let catalog = try await index.catalog(asked)
        return Fetched(catalog: PinnedCatalog.of(catalog, pins: pins), marked: marked)
      },
      then: { [weak self] result in self?.fetched(result) })
  }

  private struct Fetched: Sendable {
    var catalog: any NoteCatalog
    var marked: [NoteID]?
  }

  private func fetched(_ result: Result<Fetched, any Error>) {
    isFetching = false
    if mustFetchAgain {
      mustFetchAgain = false
      return fetch()
    }
    switch result {
    case .success(let fetched):
      // All may have been marked while these were on their way.
      if marks.isAll, fetched.marked == nil { return fetch() }
      if let marked = fetched.marked { marks.settle(marked) }
      show(fetched.catalog)
    case .failure(let error):
      output?.failed(NoteListFailure(error))
    }
    let waiting = afterFetching
    afterFetching = []
    for body in waiting { body() }
  }

  func whenFetched(_ body: @escaping @MainActor () -> Void) {
    if isFetching { afterFetching.append(body) } else { body() }
  }

  func refresh(_ id: NoteID) {
    refresh([id]) {}
  }

  /// Lets the index read these notes anew, shows what came of it, and goes on.
  func refresh(_ ids: [NoteID], then body: @escaping @MainActor () -> Void) {
    let index = index
    scope.run(
      { try await index.refresh(ids) },
      then: { [weak self] result in
        guard let self else { return }
        if case .failure(let error) = result { self.output?.failed(NoteListFailure(error)) }
        if self.hasLoaded { self.fetchChanged() }
        self.whenFetched(body)
      })
  }

  func notesChangedOutside() {
    fetchChanged()
  }

  func stop() {
    scope.end()
  }

  // MARK: - Filtering

  func willFilter() { index.warmFilter() }

  func filter(by words: String) -> Bool {
    guard words != request.words else { return false }
    request.words = words
    fetch()
    return true
  }
}

extension NoteListFailure {
  /// No service throws anything else; what was stopped is told as such.
  init(_ error: any Error) {
    switch error {
    case let error as NoteStoreError: self = .store(error)
    case let error as NoteIndexError: self = .index(error)
    default: self = .index(.cancelled)
    }
  }
}

/// The rows around the one that was asked for last: as many as a screen has, and some more.
private struct RowCache {
  private static let size = 64
  private static let margin = 12
  private static let most = 4 * size
  private var start = 0
  private var notes: [NoteSummary] = []
  private var hasToldBefore = false
  private var hasToldBehind = false

  private var end: Int { start + notes.count }

  /// The same with rows before or behind it, or others where this one is further away.
  func reaching(_ index: Int, in catalog: any NoteCatalog) -> RowCache {
    var cache = self
    if notes.isEmpty || index < start - Self.size || index >= end + Self.size {
      cache = RowCache()
      cache.start = max(0, index - Self.size / 4)
      cache.notes = catalog.notes(in: cache.start..<min(catalog.count, cache.start + Self.size))
    } else if index < start {
      cache.start = max(0, start - Self.size)
      cache.notes = catalog.notes(in: cache.start..<start) + notes
      cache.notes.removeLast(max(0, cache.notes.count - Self.most))
      cache.hasToldBefore = false
      if cache.end < end { cache.hasToldBehind = false }
    } else {
      cache.notes += catalog.notes(in: end..<min(catalog.count, end + Self.size))
      let first = max(0, cache.notes.count - Self.most)
      cache.notes.removeFirst(first)
      cache.start += first
      cache.hasToldBehind = false
      if first > 0 { cache.hasToldBefore = false }
    }
    return cache
  }

  /// Nil where nobody read it.
  subscript(index: Int) -> NoteListItem? {
    let place = index - start
    return place >= 0 && place < notes.count ? NoteListItem(notes[place]) : nil
  }

  /// The rows of so many that are asked for next if somebody goes on from here; told once for each way.
  mutating func comesNext(after index: Int, of count: Int) -> Range<Int>? {
    if index >= end - Self.margin, !hasToldBehind, end < count {
      hasToldBehind = true
      return end..<min(count, end + Self.size)
    }
    if index < start + Self.margin, !hasToldBefore, start > 0 {
      hasToldBefore = true
      return max(0, start - Self.size)..<start
    }
    return nil
  }
}

extension NoteListItem {
  /// A row that the list had and the vault has no more.
  fileprivate static let gone = NoteListItem(
    id: NoteID(""), title: "", snippet: "", modified: Timestamp(seconds: 0), obstacle: "is gone")

  fileprivate init(_ note: NoteSummary) {
    self.init(
      id: note.id, title: note.title, snippet: note.snippet, modified: note.modified,
      obstacle: note.obstacle, leadsOutside: note.leadsOutside,
      isLocked: note.isLocked)
  }
}
