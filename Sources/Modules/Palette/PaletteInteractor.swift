import Entities
import Fuzzy
import OpenVault
import Services
import Viper

/// Holds the names of all notes and actions, and finds those that match the typed text.
///
/// The names are read in blocks, and each block can be searched as soon as it is read. A search
/// runs in the background; the next key stops it.
@MainActor
final class PaletteInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any PaletteInteractorOutput)?

  var actions: [PaletteAction] { names.actions }
  let lines: [PaletteLine]
  private(set) var items: [PaletteItem] = []
  /// The count of matches.
  private(set) var found = 0
  private var isReadingNames = true
  private var isReadingActions: Bool

  private let index: (any NoteIndex)?
  private let recent: StoredValue<RecentNotes>?
  private let used: StoredValue<UsedCommands>?
  private let current: NoteID?
  private let readHeadings: (@Sendable () -> [PaletteHeading])?
  private let readActions: (@Sendable () async -> [PaletteAction])?
  private let scope: WorkScope
  private var names: PaletteNames
  private var typed = PaletteText()
  private var run = PaletteRun()

  /// The most rows shown; another letter finds the rest.
  private static let mostRows = 200
  private static let block = 8192

  init(
    index: (any NoteIndex)?, recent: StoredValue<RecentNotes>?,
    used: StoredValue<UsedCommands>? = nil, actions: [PaletteAction],
    lines: [PaletteLine] = [], current: NoteID?,
    headings: (@Sendable () -> [PaletteHeading])? = nil,
    moreActions: (@Sendable () async -> [PaletteAction])? = nil, work: Work
  ) {
    self.index = index
    self.recent = recent
    self.used = used
    self.lines = lines
    self.current = current
    readHeadings = headings
    readActions = moreActions
    isReadingActions = moreActions != nil
    scope = work.scope()
    names = PaletteNames(actions)
    showAll()
  }

  /// Whether the result for the latest text is still missing.
  var isSearching: Bool { run.isUnderWay }
  var sought: PaletteText.Sought { typed.sought }
  /// The title of a note made of the typed text; nil where that is not possible.
  var newTitle: String? {
    index != nil && (sought == .all || sought == .notes) ? typed.noteTitle : nil
  }
  /// The initially selected row, if it is not the first.
  var currentRow: Int? {
    sought == .headings && typed.query.isEmpty
      ? names.headings?.firstIndex(where: \.isCurrent) : nil
  }
  var isReading: Bool {
    switch sought {
    case .headings: readHeadings != nil && names.headings == nil
    case .settings: false
    case .actions, .tags, .guide: isReadingActions
    case .all, .notes: isReadingNames || isReadingActions
    }
  }

  func characters(of title: String) -> [Int] {
    typed.query.isEmpty ? [] : FuzzyMarks.characters(of: title, matching: typed.query)
  }

  /// Returns the word that matched the action, if its title does not match.
  func word(of action: PaletteAction) -> String? {
    if typed.query.isEmpty || typed.query.isTogether(in: action.title) { return nil }
    return action.words.first { typed.query.isTogether(in: $0) }
  }

  func stop() {
    run.stop()
    scope.end()
  }
}

// MARK: - Reading

extension PaletteInteractor {
  func load() {
    loadHeadings()
    loadActions()
    loadUsed()
    guard let index else {
      isReadingNames = false
      output?.itemsChanged()
      return
    }
    let recent = recent
    scope.run(
      {
        let opened = await recent?.load().notes ?? []
        let catalog = try await index.catalog(CatalogRequest())
        let titles = opened.compactMap { note in
          catalog.position(of: note).flatMap { catalog.titles(in: $0..<($0 + 1)).first }
        }
        return (catalog, titles)
      },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success((let catalog, let titles)): self.begin(catalog, recent: titles)
        case .failure(let error):
          self.isReadingNames = false
          self.output?.failed(error.explanation)
          self.search()
        }
      })
  }

  private func loadHeadings() {
    guard let readHeadings else { return }
    scope.run(
      { readHeadings() },
      then: { [weak self] result in
        guard let self else { return }
        let headings = (try? result.get()) ?? []
        self.names.headings = headings
        if headings.isEmpty {
          self.output?.itemsChanged()
        } else {
          self.restartSearch()
        }
      })
  }

  private func loadActions() {
    guard let readActions else { return }
    scope.run(
      { await readActions() },
      then: { [weak self] result in
        guard let self else { return }
        isReadingActions = false
        if case .success(let more) = result, !more.isEmpty { names.actions += more }
        restartSearch()
      })
  }

  private func loadUsed() {
    guard let used else { return }
    scope.run(
      { await used.load().names },
      then: { [weak self] result in
        guard let self, let names = try? result.get(), !names.isEmpty else { return }
        self.names.used = names
        self.restartSearch()
      })
  }

  /// Searches without earlier results, which lack the new names.
  private func restartSearch() {
    run.stop()
    run.earlier = []
    search()
  }

  private func begin(_ catalog: any NoteCatalog, recent: [NoteTitle]) {
    names.recent = recent.filter { $0.id != current } + recent.filter { $0.id == current }
    restartSearch()
    read(catalog, from: 0)
  }

  private func read(_ catalog: any NoteCatalog, from start: Int) {
    let end = min(catalog.count, start + Self.block)
    guard start < end else {
      isReadingNames = false
      return search()
    }
    let known = Set(names.recent.map(\.id))
    scope.run(
      {
        let titles = catalog.titles(in: start..<end)
        var names = FuzzyNames()
        names.reserve(titles.count)
        // Leave out the recent notes: they have a block of their own.
        for title in titles { names.append(known.contains(title.id) ? "" : title.names) }
        return (titles, names)
      },
      then: { [weak self] result in
        guard let self, case .success((let titles, let names)) = result else { return }
        self.names.add(titles, names)
        if !self.typed.query.isEmpty { self.search() }
        self.read(catalog, from: end)
      })
  }
}

// MARK: - Searching

extension PaletteInteractor {
  func look(for text: String) {
    let before = typed.sought
    typed = PaletteText(text, lines)
    if typed.sought != before { run.earlier = [] }
    run.stop()
    search()
  }

  /// Searches for the typed text, and once more if names were read meanwhile.
  private func search() {
    let query = typed.query
    guard !query.isEmpty else { return showAll() }
    if run.isUnderWay {
      run.mustSearchAgain = true
      return
    }
    let blocks = names.blocks(for: typed.sought)
    run.earlier.removeAll { !query.narrows($0.query) }
    let known = run.earlier.last
    if let known, known.query == query, known.blockCount == blocks.count { return show(known) }
    let stopper = run.begin()
    scope.run(
      {
        await FuzzySearch.run(
          query, in: blocks, after: known, most: Self.mostRows, stop: stopper)
      },
      then: run.latest.only { [weak self] result in
        guard let self, let found = (try? result.get()) ?? nil else { return }
        self.run.isUnderWay = false
        self.show(found)
        if self.run.mustSearchAgain {
          self.run.mustSearchAgain = false
          self.search()
        }
      })
  }

  private func showAll() {
    run.latest.forget()
    run.earlier = []
    items = names.all(for: typed.sought)
    found = items.count
    output?.itemsChanged()
  }

  private func show(_ result: FuzzyResult) {
    run.keep(result)
    found = result.count
    let sought = typed.sought
    items = names.ordered(
      result.hits.compactMap { names.item(of: $0, sought) }, for: typed.query)
    let hasNote = items.contains { if case .note = $0 { true } else { false } }
    if let line = typed.line, sought == .all {
      items.insert(.line(line.index, argument: line.argument), at: 0)
      found += 1
    } else if let title = newTitle, !isReading, !hasNote {
      // After a command that names a note, Enter makes it.
      if items.isEmpty, sought == .all { items.append(.missing(title)) }
      items.append(.makeNote(titled: title))
    }
    output?.itemsChanged()
  }
}
