import Entities
import Fuzzy
import Services
import Viper

/// Holds the names of all notes and actions, and finds those that fit what is typed.
///
/// The names come in blocks, read one after the other: what is known so far is searched, from the
/// first key on. A search runs beside whoever types; a key that comes meanwhile stops it.
@MainActor
final class PaletteInteractor: PaletteInteracting {
  weak var output: (any PaletteInteractorOutput)?

  let actions: [PaletteAction]
  let lines: [PaletteLine]
  private(set) var items: [PaletteItem] = []
  private(set) var found = 0
  private var isReadingNames = true
  private(set) var isSearching = false

  private let index: (any NoteIndex)?
  private let recent: StoredValue<RecentNotes>?
  private let current: NoteID?
  private let readHeadings: (@Sendable () -> [PaletteHeading])?
  private var headings = Headings()
  private let scope: WorkScope
  /// The block of the recent notes, that of the actions and headings, and then those of all other
  /// notes.
  private var names: [FuzzyNames]
  private var recentTitles: [NoteTitle] = []
  /// What stands in the blocks from the third on.
  private var titles: [[NoteTitle]] = []
  private var text = "" {
    didSet {
      line = PaletteLine.find(text, in: lines)
      let words =
        switch sought {
        case .all: text
        case .notes: line?.argument ?? ""
        case .actions, .headings: String(text.drop { $0 == " " }.dropFirst())
        }
      query = FuzzyQuery(words)
    }
  }
  /// The line that is typed.
  private var line: PaletteLine.Found?
  /// What the text asks for: each row that is shown asks for it again.
  private var query = FuzzyQuery("")
  private var stopper = FuzzyStop()
  private var runs = 0
  /// What was found for less than is typed now, letter by letter: to be taken back to.
  private var earlier: [FuzzyResult] = []
  private static let mostEarlier = 24
  private var mustSearchAgain = false

  /// So many rows are shown at most: whoever looks for more types another letter.
  private static let mostRows = 200
  private static let block = 8192
  private static let mostRecent = 9

  init(
    index: (any NoteIndex)?, recent: StoredValue<RecentNotes>?, actions: [PaletteAction],
    lines: [PaletteLine] = [], current: NoteID?,
    headings: (@Sendable () -> [PaletteHeading])? = nil, work: Work
  ) {
    self.index = index
    self.recent = recent
    self.actions = actions
    self.lines = lines
    self.current = current
    readHeadings = headings
    self.headings.areRead = headings == nil
    scope = work.scope()
    names = [FuzzyNames(), FuzzyNames(actions.map(\.findable), areSentences: true)]
    showAll()
  }

  /// Those of the note below, and a block of their own for them.
  private struct Headings {
    var all: [PaletteHeading] = []
    var names = FuzzyNames()
    var areRead = false
  }

  private enum Sought { case all, notes, actions, headings }

  /// A `>` first leaves the notes out; an `@` leaves the headings of the note below alone.
  private var sought: Sought {
    switch text.first(where: { $0 != " " }) {
    case ">": .actions
    case "@": .headings
    default: line?.names == .note ? .notes : .all
    }
  }

  var isOutline: Bool { sought == .headings }
  var currentRow: Int? {
    isOutline && query.isEmpty ? headings.all.firstIndex(where: \.isCurrent) : nil
  }
  var isReading: Bool { isOutline ? !headings.areRead : isReadingNames }

  func characters(of title: String) -> [Int] {
    query.isEmpty ? [] : FuzzyMarks.characters(of: title, matching: query)
  }

  func word(of action: PaletteAction) -> String? {
    if query.isEmpty || query.isTogether(in: action.title) { return nil }
    return action.words.first { query.isTogether(in: $0) }
  }

  func stop() {
    stopper.stop()
    scope.end()
  }
}

// MARK: - Reading

extension PaletteInteractor {
  func load() {
    loadHeadings()
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
          self.output?.failed((error as? NoteIndexError)?.message ?? "\(error)")
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
        self.headings = Headings(
          all: headings, names: FuzzyNames(headings.map(\.title), areSentences: true),
          areRead: true)
        if headings.isEmpty {
          self.output?.itemsChanged()
          return
        }
        self.names[1] = FuzzyNames(
          self.actions.map(\.findable) + headings.map(\.title), areSentences: true)
        self.searchAfresh()
      })
  }

  /// What was looked through without the names that came is no ground to go on from.
  private func searchAfresh() {
    stopper.stop()
    isSearching = false
    earlier = []
    search()
  }

  private func begin(_ catalog: any NoteCatalog, recent: [NoteTitle]) {
    recentTitles = recent.filter { $0.id != current } + recent.filter { $0.id == current }
    names[0] = FuzzyNames(recentTitles.map(\.names))
    searchAfresh()
    read(catalog, from: 0)
  }

  private func read(_ catalog: any NoteCatalog, from start: Int) {
    let end = min(catalog.count, start + Self.block)
    guard start < end else {
      isReadingNames = false
      return search()
    }
    let known = Set(recentTitles.map(\.id))
    scope.run(
      {
        let titles = catalog.titles(in: start..<end)
        var names = FuzzyNames()
        names.reserve(titles.count)
        // The recent ones stand in a block of their own already.
        for title in titles { names.append(known.contains(title.id) ? "" : title.names) }
        return (titles, names)
      },
      then: { [weak self] result in
        guard let self, case .success((let titles, let names)) = result else { return }
        self.titles.append(titles)
        self.names.append(names)
        if !self.query.isEmpty { self.search() }
        self.read(catalog, from: end)
      })
  }
}

// MARK: - Searching

extension PaletteInteractor {
  func look(for text: String) {
    let before = sought
    self.text = text
    if sought != before { earlier = [] }
    stopper.stop()
    // An answer that is on its way all the same is one to something else.
    runs += 1
    isSearching = false
    mustSearchAgain = false
    search()
  }

  /// Looks for what is typed now; once more afterwards where names came meanwhile.
  private func search() {
    let query = query
    guard !query.isEmpty else { return showAll() }
    if isSearching {
      mustSearchAgain = true
      return
    }
    let blocks =
      switch sought {
      case .all: names
      // The blocks keep their numbers.
      case .notes: names.enumerated().map { $0 == 1 ? FuzzyNames() : $1 }
      case .actions: [names[1]]
      case .headings: [headings.names]
      }
    earlier.removeAll { !query.narrows($0.query) }
    let known = earlier.last
    if let known, known.query == query, known.blockCount == blocks.count { return show(known) }
    isSearching = true
    runs += 1
    stopper = FuzzyStop()
    let (run, stopper) = (runs, stopper)
    scope.run(
      {
        await FuzzySearch.run(
          query, in: blocks, after: known, most: Self.mostRows, stop: stopper)
      },
      then: { [weak self] result in
        guard let self, run == self.runs, let found = (try? result.get()) ?? nil else { return }
        self.isSearching = false
        self.show(found)
        if self.mustSearchAgain {
          self.mustSearchAgain = false
          self.search()
        }
      })
  }

  /// Nothing was typed: the recent notes first, then what can be done; or all headings.
  private func showAll() {
    runs += 1
    earlier = []
    let notes = recentTitles.prefix(Self.mostRecent).map(PaletteItem.note)
    let actions = actions.indices.filter { !self.actions[$0].mustBeLookedFor }
      .map(PaletteItem.action)
    items =
      switch sought {
      case .all: notes + actions
      case .notes: notes
      case .actions: actions
      case .headings: headings.all.map(PaletteItem.heading)
      }
    found = items.count
    output?.itemsChanged()
  }

  private func show(_ result: FuzzyResult) {
    if earlier.last?.query == result.query { earlier.removeLast() }
    earlier.append(result)
    if earlier.count > Self.mostEarlier { earlier.removeFirst() }
    found = result.count
    let sought = sought
    items = result.hits.map { hit in
      if sought == .headings { return .heading(headings.all[hit.place]) }
      if sought == .actions || hit.block == 1 {
        return hit.place < actions.count
          ? .action(hit.place) : .heading(headings.all[hit.place - actions.count])
      }
      return .note(hit.block == 0 ? recentTitles[hit.place] : titles[hit.block - 2][hit.place])
    }
    let hasNote = items.contains { if case .note = $0 { true } else { false } }
    if let line, sought == .all {
      items.insert(.line(line.place, argument: line.argument), at: 0)
      found += 1
    } else if sought == .all || sought == .notes, index != nil, !isReading, !hasNote {
      items.append(.makeNote(titled: Self.title(of: line?.argument ?? text)))
    }
    output?.itemsChanged()
  }

  /// What was typed as the title of a note: without blanks at its ends.
  private static func title(of text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }
}

extension PaletteAction {
  /// All that it is found by.
  fileprivate var findable: String { ([title] + words).joined(separator: ", ") }
}
