import Entities
import Fuzzy
import Viper

/// All names, in blocks: the recent notes, everything that is not a note, and then all other notes.
struct PaletteNames {
  /// Items that are not notes, and their names.
  private struct Named {
    var items: [PaletteItem] = []
    var names = FuzzyNames()
  }

  var actions: [PaletteAction] { didSet { nameActions() } }
  /// The headings of the note below; nil until they are read.
  var headings: [PaletteHeading]? { didSet { nameActions() } }
  var recent: [NoteTitle] = [] { didSet { blocks[0] = FuzzyNames(recent.map(\.names)) } }
  /// The names of the commands that were used last.
  var used: [String] = []
  /// The notes of the blocks from the third on.
  private var titles: [[NoteTitle]] = []
  private var blocks = [FuzzyNames(), FuzzyNames()]
  private var named: [PaletteText.Sought: Named] = [:]

  private static let mostRecent = 9

  init(_ actions: [PaletteAction]) {
    self.actions = actions
    nameActions()
  }

  private mutating func nameActions() {
    for sought in PaletteText.Sought.allCases where sought != .notes {
      let actions = actions.indices.filter { sought.includes(self.actions[$0].kind) }
      let headings = sought.includesHeadings ? headings ?? [] : []
      named[sought] = Named(
        items: actions.map(PaletteItem.action) + headings.map(PaletteItem.heading),
        names: FuzzyNames(
          actions.map { self.actions[$0].findable } + headings.map(\.title), areSentences: true))
    }
    blocks[1] = named[.all]?.names ?? FuzzyNames()
  }

  /// Adds a block of other notes, in which recent ones have empty names.
  mutating func add(_ titles: [NoteTitle], _ names: FuzzyNames) {
    self.titles.append(titles)
    blocks.append(names)
  }

  func blocks(for sought: PaletteText.Sought) -> [FuzzyNames] {
    switch sought {
    case .all: blocks
    // Leave an empty block, so that the others keep their numbers.
    case .notes: blocks.enumerated().map { $0 == 1 ? FuzzyNames() : $1 }
    default: [named[sought]?.names ?? FuzzyNames()]
    }
  }

  /// Returns the items for an empty field: the recent notes, then the commands, those that were
  /// used last first; or all items of another kind.
  func all(for sought: PaletteText.Sought) -> [PaletteItem] {
    let notes = recent.prefix(Self.mostRecent).map(PaletteItem.note)
    return switch sought {
    case .all: notes + usedFirst(named[.actions]?.items ?? [])
    case .notes: notes
    case .actions: usedFirst(named[.actions]?.items ?? [])
    default: named[sought]?.items ?? []
    }
  }

  func item(of hit: FuzzyHit, _ sought: PaletteText.Sought) -> PaletteItem? {
    switch sought {
    case .all, .notes:
      if hit.block == 1 { return named[.all]?.items[hit.index] }
      return .note(hit.block == 0 ? recent[hit.index] : titles[hit.block - 2][hit.index])
    default: return named[sought]?.items[hit.index]
    }
  }
}

/// The order of the rows.
extension PaletteNames {
  /// Orders matches by how their names have the query, then by what they are. Where that is equal,
  /// the commands that were used last come before the others.
  func ordered(_ items: [PaletteItem], for query: FuzzyQuery) -> [PaletteItem] {
    let ranked = items.enumerated().map { (rank(of: $1, query), $0) }
    let sorted = ranked.sorted { $0 < $1 }
    var ordered: [PaletteItem] = []
    var start = 0
    while start < sorted.count {
      let end = sorted[start...].firstIndex { $0.0 != sorted[start].0 } ?? sorted.count
      ordered += usedFirst(sorted[start..<end].map { items[$0.1] })
      start = end
    }
    return ordered
  }

  private struct Rank: Comparable {
    var fit: FuzzyFit
    var kind: Int
    /// The fit without the other words that find it.
    var title: FuzzyFit

    static func < (left: Rank, right: Rank) -> Bool {
      (left.fit, left.kind, left.title) < (right.fit, right.kind, right.title)
    }
  }

  private func rank(of item: PaletteItem, _ query: FuzzyQuery) -> Rank {
    let fit = fit(of: item, query)
    guard case .action(let index) = item else { return Rank(fit: fit, kind: 0, title: fit) }
    return Rank(fit: fit, kind: kind(of: item), title: query.fit(in: actions[index].title))
  }

  private func kind(of item: PaletteItem) -> Int {
    if case .action(let index) = item { actions[index].kind.rawValue } else { 0 }
  }

  private func fit(of item: PaletteItem, _ query: FuzzyQuery) -> FuzzyFit {
    switch item {
    case .note(let note): query.bestFit(in: [note.title, note.otherName ?? ""])
    case .heading(let heading): query.fit(in: heading.title)
    case .action(let index): fit(of: actions[index], query)
    case .missing, .makeNote, .line: .scattered
    }
  }

  /// Only its whole name finds a setting better than a word finds a command, and nothing a page that
  /// tells of the command.
  private func fit(of action: PaletteAction, _ query: FuzzyQuery) -> FuzzyFit {
    let fit = query.bestFit(in: action.names)
    switch action.kind {
    case .setting where fit == .whole: return fit
    case .command: return fit
    case .setting, .guide, .tag: return max(fit, .words)
    }
  }

  /// Puts the commands among the items into the order of their last use. All others stay in
  /// their rows.
  private func usedFirst(_ items: [PaletteItem]) -> [PaletteItem] {
    func use(_ item: PaletteItem) -> Int {
      guard case .action(let index) = item else { return used.count }
      return used.firstIndex(of: actions[index].title) ?? used.count
    }
    let rows = items.indices.filter { if case .action = items[$0] { true } else { false } }
    let commands = rows.map { (use(items[$0]), $0) }.sorted { $0 < $1 }
    var ordered = items
    for (row, command) in zip(rows, commands) { ordered[row] = items[command.1] }
    return ordered
  }
}

extension PaletteAction {
  /// All text that finds the action.
  fileprivate var findable: String { ([title] + words).joined(separator: ", ") }

  /// The names by which it is ranked; a setting's begins after its kind.
  fileprivate var names: [String] {
    guard kind == .setting, let colon = title.firstIndex(of: ":") else { return [title] + words }
    return [String(title[colon...].dropFirst(2))] + words
  }
}

/// The typed text, and the kind of item that it searches for.
struct PaletteText {
  enum Sought: CaseIterable, Sendable {
    case all, notes, actions, settings, headings, tags, guide

    /// Whether its items are actions of a kind.
    func includes(_ kind: PaletteAction.Kind) -> Bool {
      switch self {
      case .all: kind != .tag
      case .actions: kind == .command
      case .settings: kind == .setting
      case .tags: kind == .tag
      case .guide: kind == .guide
      case .notes, .headings: false
      }
    }

    var includesHeadings: Bool { self == .all || self == .headings }
  }

  /// The command line that is being typed.
  let line: PaletteLine.Found?
  /// The kind of item, which a leading sign selects: `>`, `#`, `@`, `?` or `:`.
  let sought: Sought
  let query: FuzzyQuery
  private let text: String

  init(_ text: String = "", _ lines: [PaletteLine] = []) {
    self.text = text
    line = PaletteLine.find(text, in: lines)
    sought =
      switch text.first(where: { $0 != " " }) {
      case ">": .actions
      case "@": .headings
      case "#": .tags
      case "?": .guide
      // Where lines can be typed, they begin with it too.
      case ":" where lines.isEmpty: .settings
      default: line?.names == .note ? .notes : .all
      }
    let words =
      switch sought {
      case .all: text
      case .notes: line?.argument ?? ""
      case .actions, .settings, .headings, .tags, .guide:
        String(text.drop { $0 == " " }.dropFirst())
      }
    query = FuzzyQuery(words)
  }

  /// The title for a new note, without blanks at its ends.
  var noteTitle: String {
    let words = line?.argument ?? text
    guard let first = words.firstIndex(where: { !$0.isWhitespace }),
      let last = words.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(words[first...last])
  }
}

/// A search that runs in the background.
@MainActor
struct PaletteRun {
  private var stopper = FuzzyStop()
  let latest = Latest()
  var isUnderWay = false
  /// Whether names were read during the search.
  var mustSearchAgain = false
  /// The results for shorter texts, letter by letter, to reuse when letters are deleted.
  var earlier: [FuzzyResult] = []

  private static let mostEarlier = 24

  mutating func begin() -> FuzzyStop {
    isUnderWay = true
    stopper = FuzzyStop()
    return stopper
  }

  mutating func stop() {
    stopper.stop()
    latest.forget()
    isUnderWay = false
    mustSearchAgain = false
  }

  mutating func keep(_ result: FuzzyResult) {
    if earlier.last?.query == result.query { earlier.removeLast() }
    earlier.append(result)
    if earlier.count > Self.mostEarlier { earlier.removeFirst() }
  }
}

/// Recognizes a typed line: `q`, `e tea`, `search green tea`.
extension PaletteLine {
  struct Found: Equatable {
    var index: Int
    var names: Argument
    var argument: String
  }

  /// Finds the line whose name starts the text. A line with an argument needs its whole word,
  /// because the text after it is not part of the name.
  static func find(_ text: String, in lines: [PaletteLine]) -> Found? {
    let typed = text.drop { $0 == " " || $0 == ":" }
    let name = typed.prefix { $0 != " " && $0 != "!" }
    if name.isEmpty { return nil }
    let argument = typed.dropFirst(name.count).drop { $0 == "!" }.drop { $0 == " " }
    let index = lines.firstIndex { line in
      line.name == name || name.count >= line.shortest && line.name.hasPrefix(name)
    }
    guard let index else { return nil }
    let line = lines[index]
    if line.argument == .none, !argument.isEmpty { return nil }
    // Search for a note's name only after a complete command.
    let isWhole = typed.count > name.count
    let names: Argument = line.argument == .note && !isWhole ? .words : line.argument
    return Found(index: index, names: names, argument: String(argument))
  }
}
