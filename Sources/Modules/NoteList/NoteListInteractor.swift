import Entities
import Services
import Viper

/// Holds the vault's notes in the order of the list: those that pass the filter, as the index knows
/// them, row by row as they are asked for.
@MainActor
final class NoteListInteractor: NoteListInteracting {
  weak var output: (any NoteListInteractorOutput)?
  weak var screen: (any NoteListScreenOutput)?

  let services: NoteListServices
  let scope: WorkScope
  /// Those of the note that was asked about last.
  var openTasks: [TaskRecord] = []
  private(set) var catalog: (any NoteCatalog)?
  private(set) var request = CatalogRequest()
  var arrangement = ListArrangement()
  var marks = Marks()
  private var rows = RowCache()
  private var isFetching = false
  /// The notes changed, or something else was asked for, while they were fetched.
  private var mustFetchAgain = false
  private var afterFetching: [@MainActor () -> Void] = []
  /// What can be taken back, the last at the end.
  var done: [Deed] = []
  private var loadings = 0
  /// The note whose unsaved text was opened last: the next one comes after it.
  var lastUnsaved: NoteID?
  /// False until rows are asked for; changes before that need no new ones.
  private(set) var hasLoaded = false
  /// Whether the folders are on the screen.
  var showsFolders = false
  /// Work on many notes that a person may end.
  var longWork: LongWork?

  init(_ services: NoteListServices) {
    self.services = services
    scope = services.work.scope()
  }

  var count: Int { catalog?.count ?? 0 }
  var total: Int { catalog?.total ?? 0 }
  var canUndo: Bool { !done.isEmpty }

  func note(at index: Int) -> NoteListItem { item(at: index) ?? .gone }

  private func item(at index: Int) -> NoteListItem? {
    guard let catalog, index >= 0, index < catalog.count else { return nil }
    return rows.note(at: index, in: catalog).map(NoteListItem.init)
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
    reportUnsaved()
  }

  /// As it was left.
  private func arrange() {
    arrangement = services.arrangement.value()
    request.order = arrangement.order
    request.isReversed = arrangement.isReversed
  }

  private func reconcile(_ loading: Int) {
    var problems: [String] = []
    let (index, hearing) = (services.index, services.hearing)
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

  /// Asks the index for the notes again; one asking at a time, and the last one counts.
  func fetch() {
    guard !isFetching else {
      mustFetchAgain = true
      return
    }
    isFetching = true
    let (index, asked, pins) = (services.index, request, arrangement.pins)
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

  /// Lets the index read these notes again, shows what came of it, and goes on.
  func refresh(_ ids: [NoteID], then body: @escaping @MainActor () -> Void) {
    let index = services.index
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

  func willFilter() { services.index.warmFilter() }

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

/// The rows that were asked for, read a few at a time.
private struct RowCache {
  private static let size = 32
  private static let most = 16
  private var parts: [Int: [NoteSummary]] = [:]

  mutating func note(at index: Int, in catalog: any NoteCatalog) -> NoteSummary? {
    let number = index / Self.size
    let part = parts[number] ?? read(number, of: catalog)
    let offset = index % Self.size
    return offset < part.count ? part[offset] : nil
  }

  private mutating func read(_ number: Int, of catalog: any NoteCatalog) -> [NoteSummary] {
    if parts.count >= Self.most { parts = [:] }
    let start = number * Self.size
    let part = catalog.notes(in: start..<min(catalog.count, start + Self.size))
    parts[number] = part
    return part
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
