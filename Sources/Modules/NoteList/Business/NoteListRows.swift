import Entities
import OpenVault
import Services

/// The notes that pass the filter, read from the index row by row, and the marked ones among them.
@MainActor
final class NoteListRows {
  /// The order, and the pinned notes.
  var arrangement = ListArrangement()
  var marks = Marks()
  private(set) var request = CatalogRequest()
  /// Whether rows were requested. Changes before that need no fetch.
  private(set) var hasLoaded = false

  private let index: any NoteIndex
  private let scope: NoteListScope
  private var catalog: (any NoteCatalog)?
  private var cache = RowCache()
  private var isFetching = false
  /// Whether notes or the request changed during the fetch.
  private var mustFetchAgain = false
  private var afterFetching: [@MainActor () -> Void] = []
  /// Whether the folders are shown.
  private var showsFolders = false

  init(_ index: any NoteIndex, _ scope: NoteListScope) {
    self.index = index
    self.scope = scope
  }

  var count: Int { catalog?.count ?? 0 }
  var total: Int { catalog?.total ?? 0 }

  func note(at index: Int) -> NoteListItem { item(at: index) ?? .gone }

  private func item(at index: Int) -> NoteListItem? {
    guard let catalog, index >= 0, index < catalog.count else { return nil }
    return cache.note(at: index, in: catalog).map(NoteListItem.init)
  }

  func tags(at index: Int) -> [String] {
    item(at: index).flatMap { catalog?.tags(of: $0.id) } ?? []
  }

  func index(of id: NoteID) -> Int? { catalog?.position(of: id) }

  // MARK: - Fetching

  func load(_ request: CatalogRequest) {
    hasLoaded = true
    fetch { $0 = request }
  }

  /// Fetches the notes again, or others. A request during a fetch causes another one after it.
  func fetch(_ change: (inout CatalogRequest) -> Void = { _ in }) {
    change(&request)
    guard !isFetching else {
      mustFetchAgain = true
      return
    }
    isFetching = true
    let (index, asked, pins) = (index, request, arrangement.pins)
    // "All marked" means the notes shown now.
    let marked = marks.isAll ? catalog : nil
    scope.run {
      let marked = marked?.allNotes
      let catalog = try await index.catalog(asked)
      return Fetched(catalog: PinnedCatalog.of(catalog, pins: pins), marked: marked)
    } then: { [weak self] result in
      self?.fetched(result)
    }
  }

  private struct Fetched: Sendable {
    var catalog: any NoteCatalog
    var marked: [NoteID]?
  }

  private func fetched(_ result: Result<Fetched, NoteListFailure>) {
    isFetching = false
    if mustFetchAgain {
      mustFetchAgain = false
      return fetch()
    }
    switch result {
    case .success(let fetched):
      // All may have been marked during the fetch.
      if marks.isAll, fetched.marked == nil { return fetch() }
      if let marked = fetched.marked { marks.settle(marked) }
      catalog = fetched.catalog
      cache = RowCache()
      scope.output?.notesChanged()
    case .failure(let failure): scope.output?.failed(failure)
    }
    let waiting = afterFetching
    afterFetching = []
    for body in waiting { body() }
  }

  func whenFetched(_ body: @escaping @MainActor () -> Void) {
    if isFetching { afterFetching.append(body) } else { body() }
  }

  /// Fetches again, because notes were changed.
  func notesChangedOutside() {
    fetch()
    if showsFolders { readFolders() }
  }

  func refresh(_ id: NoteID) { refresh([id]) {} }

  /// Refreshes these notes in the index, fetches the rows, then calls `body`.
  func refresh(_ ids: [NoteID], then body: @escaping @MainActor () -> Void) {
    scope.run { [index] in
      try await index.refresh(ids)
    } then: { [weak self] result in
      guard let self else { return }
      if case .failure(let failure) = result { scope.output?.failed(failure) }
      if hasLoaded { notesChangedOutside() }
      whenFetched(body)
    }
  }

  // MARK: - Filters

  /// Prepares the index for a filter that is about to be typed.
  func willFilter() { index.warmFilter() }

  /// Sets the filter's words; returns false if they are the current ones, so that nothing is
  /// fetched. Cached rows are delivered before it returns.
  func filter(by words: String) -> Bool {
    guard words != request.words else { return false }
    fetch { $0.words = words }
    return true
  }

  var folder: NotePath? { request.folder }

  /// Limits the notes to a folder and those below; nil is all. Returns false if nothing changes.
  func limit(to folder: NotePath?) -> Bool {
    guard folder != request.folder else { return false }
    fetch { $0.folder = folder }
    return true
  }

  /// Reports the folders, now and whenever notes change.
  func showFolders(_ isShown: Bool) {
    showsFolders = isShown
    if isShown { readFolders() }
  }

  private func readFolders() {
    scope.run { [index] in
      try await index.folders()
    } done: { [weak self] folders in
      self?.scope.screen?.foldersWereRead(folders.map { ($0.path, $0.notes) })
    }
  }

  // MARK: - Marks

  var marked: Int { marks.count(ofShown: count) }

  func isMarked(_ note: NoteID) -> Bool { marks.contains(note) }

  func toggleMark(of note: NoteID) { marks.toggle(note) }

  /// Marks all notes that pass the filter, or none if all are marked.
  func markAll() {
    guard catalog != nil else { return }
    if marks.isAll, marked == count { marks.drop() } else { marks.markAll() }
  }

  func dropMarks() { marks.drop() }

  /// Returns a lookup of the chosen notes, to be run off the main actor.
  func chosen(_ choice: NoteChoice) -> @Sendable () -> [NoteID] {
    switch choice {
    case .these(let ids): return { ids }
    case .marked: return { [marks, catalog] in marks.notes(shown: catalog) }
    }
  }

  /// Returns the titles of up to three notes, as the list shows them.
  func titles(of choice: NoteChoice) -> [NoteID: String] {
    guard case .these(let ids) = choice, ids.count <= 3 else { return [:] }
    var titles: [NoteID: String] = [:]
    for id in ids {
      if let row = index(of: id) { titles[id] = note(at: row).title }
    }
    return titles
  }
}

/// The requested rows, read in small batches.
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
  /// A row for a note that the vault no longer has.
  static let gone = NoteListItem(
    id: NoteID(""), title: "", snippet: "", modified: Timestamp(seconds: 0),
    obstacle: NoteObstacle.gone.words)

  init(_ note: NoteSummary) {
    self.init(
      id: note.id, title: note.title, snippet: note.snippet, modified: note.modified,
      created: note.created, obstacle: note.obstacle?.words, leadsOutside: note.leadsOutside,
      isLocked: note.isLocked, isBoard: note.isBoard)
  }
}

/// A catalog with some of its notes before all others, both in the catalog's order.
final class PinnedCatalog: NoteCatalog {
  private let base: any NoteCatalog
  /// The positions of the pinned notes in the base catalog, ascending.
  private let pinned: [Int]

  /// Returns the base catalog itself if it has none of the pinned notes. It looks up each of them,
  /// so many pins are too slow for the main actor.
  static func of(_ base: any NoteCatalog, pins: Set<NoteID>) -> any NoteCatalog {
    let pinned = pins.compactMap { base.position(of: $0) }.sorted()
    return pinned.isEmpty ? base : PinnedCatalog(base, pinned)
  }

  private init(_ base: any NoteCatalog, _ pinned: [Int]) {
    self.base = base
    self.pinned = pinned
  }

  var count: Int { base.count }
  var total: Int { base.total }

  func notes(in range: Range<Int>) -> [NoteSummary] {
    let range = range.clamped(to: 0..<count)
    var notes: [NoteSummary] = []
    for index in range.prefix(while: { $0 < pinned.count }) {
      notes += base.notes(in: pinned[index]..<(pinned[index] + 1))
    }
    var left = range.count - notes.count
    guard left > 0 else { return notes }
    // The rest of the range consists of stretches between the pinned notes.
    var start = max(range.lowerBound, pinned.count) - pinned.count
    var next = 0
    while next < pinned.count, pinned[next] <= start {
      start += 1
      next += 1
    }
    while left > 0 {
      let end = next < pinned.count ? pinned[next] : count
      let stretch = start..<min(end, start + left)
      notes += base.notes(in: stretch)
      left -= stretch.count
      start = end + 1
      next += 1
      if end >= count { break }
    }
    return notes
  }

  func tags(of note: NoteID) -> [String] { base.tags(of: note) }

  func position(of note: NoteID) -> Int? {
    guard let position = base.position(of: note) else { return nil }
    if let index = pinned.firstIndex(of: position) { return index }
    return pinned.count + position - pinned.count { $0 < position }
  }
}
