import Entities
import Services
import Viper

/// Holds the vault's notes in the order of the list: those that pass the filter, as the index knows
/// them, row by row as they are asked for.
@MainActor
final class NoteListInteractor: NoteListInteracting {
  weak var output: (any NoteListInteractorOutput)?

  private let index: any NoteIndex
  private let store: any NoteStore
  private let journal: any RecoveryJournal
  private let clock: any WallClock
  private let scope: WorkScope
  private var catalog: (any NoteCatalog)?
  private var request = CatalogRequest()
  private var rows = RowCache()
  private var isFetching = false
  /// The notes changed, or something else was asked for, while they were fetched.
  private var mustFetchAgain = false
  private var afterFetching: [@MainActor () -> Void] = []
  private var trashed: [(note: TrashedNote, title: String)] = []
  private var loadings = 0
  /// The note whose unsaved text was opened last: the next one comes after it.
  private var lastUnsaved: NoteID?

  init(
    index: any NoteIndex, store: any NoteStore, journal: any RecoveryJournal,
    clock: any WallClock, work: Work
  ) {
    self.index = index
    self.store = store
    self.journal = journal
    self.clock = clock
    scope = work.scope()
  }

  var count: Int { catalog?.count ?? 0 }
  var total: Int { catalog?.total ?? 0 }

  func note(at index: Int) -> NoteListItem {
    guard let note = rows.note(at: index, in: catalog) else { return .gone }
    return NoteListItem(
      id: note.id, title: note.title, snippet: note.obstacle ?? note.snippet,
      date: ListDate.text(for: note.modified, clock: clock), obstacle: note.obstacle,
      leadsOutside: note.leadsOutside)
  }

  func index(of id: NoteID) -> Int? { catalog?.position(of: id) }

  // MARK: - Loading

  /// Shows what is known at once, then brings it in line with the files.
  func load() {
    loadings += 1
    let loading = loadings
    if let catalog = index.catalogAtHand(request) {
      show(catalog)
    } else {
      fetch()
    }
    // Before the first rows stand there nothing else should ask for the disk.
    whenFetched { [weak self] in self?.reconcile(loading) }
    let journal = journal
    scope.run(
      { (journal.unsavedNotes(), journal.recovered(nil) != nil) },
      then: { [weak self] result in
        guard case .success((let notes, let hasDraft)) = result, !notes.isEmpty || hasDraft
        else { return }
        self?.output?.unsavedTextWasFound(
          named: notes.map { $0.path.stem.text }, andDraft: hasDraft)
      })
  }

  /// Notes in their order, then the new ones, then from the start again: text that somebody looked
  /// at and left for later does not stand before the rest.
  func findUnsaved() {
    let journal = journal
    scope.run(
      { (journal.unsavedNotes(), journal.recovered(nil) != nil) },
      then: { [weak self] result in
        guard let self, case .success((let notes, let hasDraft)) = result else { return }
        let last = self.lastUnsaved
        let following = notes.first { note in last.map { $0.path < note.path } ?? true }
        self.lastUnsaved = following ?? (hasDraft ? nil : notes.first)
        if self.lastUnsaved == nil, !hasDraft {
          self.output?.nothingIsUnsaved()
        } else {
          self.output?.nextUnsavedIs(self.lastUnsaved)
        }
      })
  }

  private func reconcile(_ loading: Int) {
    var problems: [String] = []
    var isFirst = false
    let index = index
    scope.follow(
      { index.reconcile() },
      each: { [weak self] progress in
        guard let self, loading == self.loadings else { return }
        switch progress {
        case .isFirst(let notes):
          isFirst = true
          self.output?.readingWentOn(notes: 0, of: notes)
        case .read(let notes, let all): self.output?.readingWentOn(notes: notes, of: all)
        case .changed: self.fetch()
        case .problem(let problem): problems.append(problem)
        }
      },
      finally: { [weak self] in
        guard let self, loading == self.loadings else { return }
        // Until now the rows came from the files.
        if isFirst { self.fetch() }
        self.whenFetched { [weak self] in self?.output?.loadingEnded(problems: problems) }
      })
  }

  private func show(_ catalog: any NoteCatalog) {
    self.catalog = catalog
    rows = RowCache()
    output?.notesChanged()
  }

  /// Asks the index for the notes anew; one asking at a time, and the last one counts.
  private func fetch() {
    guard !isFetching else {
      mustFetchAgain = true
      return
    }
    isFetching = true
    let (index, asked) = (index, request)
    scope.run(
      { try await index.catalog(asked) },
      then: { [weak self] result in self?.fetched(result) })
  }

  private func fetched(_ result: Result<any NoteCatalog, any Error>) {
    isFetching = false
    if mustFetchAgain {
      mustFetchAgain = false
      return fetch()
    }
    switch result {
    case .success(let catalog): show(catalog)
    case .failure(let error):
      output?.failed(Self.text(of: error))
    }
    let waiting = afterFetching
    afterFetching = []
    for body in waiting { body() }
  }

  private func whenFetched(_ body: @escaping @MainActor () -> Void) {
    if isFetching { afterFetching.append(body) } else { body() }
  }

  func refresh(_ id: NoteID) {
    refresh([id]) {}
  }

  /// Lets the index read these notes anew, shows what came of it, and goes on.
  private func refresh(_ ids: [NoteID], then body: @escaping @MainActor () -> Void) {
    let index = index
    scope.run(
      { try await index.refresh(ids) },
      then: { [weak self] result in
        guard let self else { return }
        if case .failure(let error) = result { self.output?.failed(Self.text(of: error)) }
        self.fetch()
        self.whenFetched(body)
      })
  }

  func notesChangedOutside() {
    fetch()
  }

  func stop() {
    scope.end()
  }

  // MARK: - Filtering

  func filter(by words: String) -> Bool {
    guard words != request.words else { return false }
    request.words = words
    fetch()
    return true
  }

  // MARK: - Trash

  func trash(_ id: NoteID) {
    let store = store
    let title = index(of: id).map { note(at: $0).title } ?? id.path.text
    scope.run(
      { try await store.trash(id) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let note):
          self.trashed.append((note, title))
          self.refresh([id]) { [weak self] in self?.output?.noteWasTrashed(titled: title) }
        case .failure(let error):
          self.output?.failed(Self.text(of: error))
        }
      })
  }

  func undoTrash() {
    guard let (note, title) = trashed.popLast() else {
      output?.nothingToUndo()
      return
    }
    let store = store
    scope.run(
      { try await store.restore(note) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let id):
          self.refresh([id]) { [weak self] in self?.output?.noteWasRestored(id, titled: title) }
        case .failure(let error):
          self.trashed.append((note, title))
          self.output?.failed(Self.text(of: error))
        }
      })
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case let error as NoteStoreError: error.message
    case let error as NoteIndexError: error.message
    default: "\(error)"
    }
  }
}

/// The rows around the one that was asked for last: a screenful and more at a time.
private struct RowCache {
  private static let size = 64
  private var start = 0
  private var notes: [NoteSummary] = []

  mutating func note(at index: Int, in catalog: (any NoteCatalog)?) -> NoteSummary? {
    guard let catalog, (0..<catalog.count).contains(index) else { return nil }
    if !notes.indices.contains(index - start) {
      start = max(0, index - Self.size / 4)
      notes = catalog.notes(in: start..<min(catalog.count, start + Self.size))
    }
    return notes.indices.contains(index - start) ? notes[index - start] : nil
  }
}

extension NoteListItem {
  /// A row that the list had and the vault has no more.
  fileprivate static let gone = NoteListItem(
    id: NoteID(""), title: "", snippet: "", date: "", obstacle: "is gone")
}
