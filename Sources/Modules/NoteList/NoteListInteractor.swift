import Entities
import Services
import Viper

/// Holds the vault's notes in the order of the list, and which of them pass the filter.
@MainActor
final class NoteListInteractor: NoteListInteracting {
  weak var output: (any NoteListInteractorOutput)?

  private let store: any NoteStore
  private let journal: any RecoveryJournal
  private let clock: any WallClock
  private let scope: WorkScope
  private var notes: [NoteSummary] = []
  /// Indexes into `notes`; nil while everything passes.
  private var passing: [Int]?
  private var words = ""
  private var trashed: [(note: TrashedNote, title: String)] = []
  private var loadings = 0
  /// Notes that were changed from here since the last loading began: it knows them as they were.
  private var changed: Set<NoteID> = []

  init(
    store: any NoteStore, journal: any RecoveryJournal, clock: any WallClock, work: Work
  ) {
    self.store = store
    self.journal = journal
    self.clock = clock
    scope = work.scope()
  }

  var count: Int { passing?.count ?? notes.count }
  var total: Int { notes.count }

  func note(at index: Int) -> NoteListItem {
    let note = notes[passing?[index] ?? index]
    return NoteListItem(
      id: note.id, title: note.title, snippet: note.obstacle ?? note.snippet,
      date: ListDate.text(for: note.modified, clock: clock), obstacle: note.obstacle)
  }

  func index(of id: NoteID) -> Int? {
    guard let place = notes.firstIndex(where: { $0.id == id }) else { return nil }
    guard let passing else { return place }
    return passing.firstIndex(of: place)
  }

  // MARK: - Loading

  func load() {
    loadings += 1
    let loading = loadings
    changed = []
    var problems: [String] = []
    var isFirst = true
    scope.follow(
      { [store] in store.list() },
      each: { [weak self] batch in
        guard let self, loading == self.loadings else { return }
        problems += batch.problems
        // A reload keeps the old rows until it has new ones to put in their place.
        if isFirst { self.notes.removeAll { !self.changed.contains($0.id) } }
        isFirst = false
        self.notes += batch.notes.filter { !self.changed.contains($0.id) }
        self.applyFilter(extending: false)
        self.output?.notesChanged()
      },
      finally: { [weak self] in
        guard let self, loading == self.loadings else { return }
        if isFirst { self.notes.removeAll { !self.changed.contains($0.id) } }
        self.applyFilter(extending: false)
        self.output?.notesChanged()
        self.output?.loadingEnded(problems: problems)
      })
    let journal = journal
    scope.run(
      { journal.recovered(nil) },
      then: { [weak self] result in
        if case .success(.some) = result { self?.output?.unsavedDraftWasFound() }
      })
  }

  func refresh(_ id: NoteID) {
    let store = store
    scope.run(
      { try await store.summary(of: id) },
      then: { [weak self] result in
        guard let self else { return }
        self.changed.insert(id)
        self.notes.removeAll { $0.id == id }
        if case .success(let summary) = result {
          let place = self.notes.firstIndex { $0.modified <= summary.modified } ?? self.notes.count
          self.notes.insert(summary, at: place)
        }
        self.applyFilter(extending: false)
        self.output?.notesChanged()
      })
  }

  func stop() {
    scope.end()
  }

  // MARK: - Filtering

  func filter(by words: String) {
    let extends = words.hasPrefix(self.words) && !self.words.isEmpty
    self.words = words
    applyFilter(extending: extends)
    output?.notesChanged()
  }

  /// Every word must stand in the title or the snippet. A longer filter can only pass what passed.
  private func applyFilter(extending: Bool) {
    let wanted = words.lowercased().split(separator: " ").map(String.init)
    guard !wanted.isEmpty else {
      passing = nil
      return
    }
    let candidates = extending ? passing ?? Array(notes.indices) : Array(notes.indices)
    passing = candidates.filter { index in
      let text = "\(notes[index].title) \(notes[index].snippet)".lowercased()
      return wanted.allSatisfy { text.contains($0) }
    }
  }

  // MARK: - Trash

  func trash(_ id: NoteID) {
    let store = store
    let title = notes.first { $0.id == id }?.title ?? id.path.text
    scope.run(
      { try await store.trash(id) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let note):
          self.trashed.append((note, title))
          self.changed.insert(id)
          self.notes.removeAll { $0.id == id }
          self.applyFilter(extending: false)
          self.output?.notesChanged()
          self.output?.noteWasTrashed(titled: title)
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
      {
        let id = try await store.restore(note)
        return try await store.summary(of: id)
      },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let summary):
          self.changed.insert(summary.id)
          self.notes.removeAll { $0.id == summary.id }
          let place = self.notes.firstIndex { $0.modified <= summary.modified } ?? self.notes.count
          self.notes.insert(summary, at: place)
          self.applyFilter(extending: false)
          self.output?.notesChanged()
          self.output?.noteWasRestored(summary.id, titled: title)
        case .failure(let error):
          self.trashed.append((note, title))
          self.output?.failed(Self.text(of: error))
        }
      })
  }

  private static func text(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
  }
}
