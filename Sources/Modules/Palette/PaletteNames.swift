import Entities
import Fuzzy
import Viper

/// All names, in blocks: the recent notes, the actions and headings, and then all other notes.
struct PaletteNames {
  var actions: [PaletteAction] { didSet { nameActions() } }
  /// The headings of the note below; nil until they are read.
  var headings: [PaletteHeading]? {
    didSet {
      headingBlock = FuzzyNames((headings ?? []).map(\.title), areSentences: true)
      nameActions()
    }
  }
  var recent: [NoteTitle] = [] { didSet { blocks[0] = FuzzyNames(recent.map(\.names)) } }
  /// The notes of the blocks from the third on.
  private var titles: [[NoteTitle]] = []
  private var blocks: [FuzzyNames]
  private var headingBlock = FuzzyNames()

  private static let mostRecent = 9

  init(_ actions: [PaletteAction]) {
    self.actions = actions
    blocks = [FuzzyNames(), FuzzyNames(actions.map(\.findable), areSentences: true)]
  }

  private mutating func nameActions() {
    blocks[1] = FuzzyNames(
      actions.map(\.findable) + (headings ?? []).map(\.title), areSentences: true)
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
    case .actions: [blocks[1]]
    case .headings: [headingBlock]
    }
  }

  /// Returns the items for an empty field: the recent notes, then the actions; or all headings.
  func all(for sought: PaletteText.Sought) -> [PaletteItem] {
    let notes = recent.prefix(Self.mostRecent).map(PaletteItem.note)
    let actions = actions.indices.filter { !self.actions[$0].isHiddenUntilTyped }
      .map(PaletteItem.action)
    return switch sought {
    case .all: notes + actions
    case .notes: notes
    case .actions: actions
    case .headings: (headings ?? []).map(PaletteItem.heading)
    }
  }

  func item(of hit: FuzzyHit, _ sought: PaletteText.Sought) -> PaletteItem {
    if sought == .headings { return heading(hit.index) }
    if sought == .actions || hit.block == 1 {
      return hit.index < actions.count
        ? .action(hit.index) : heading(hit.index - actions.count)
    }
    return .note(hit.block == 0 ? recent[hit.index] : titles[hit.block - 2][hit.index])
  }

  private func heading(_ number: Int) -> PaletteItem { .heading((headings ?? [])[number]) }
}

extension PaletteAction {
  /// All text that finds the action.
  fileprivate var findable: String { ([title] + words).joined(separator: ", ") }
}

/// The typed text, and the kind of item that it searches for.
struct PaletteText {
  enum Sought { case all, notes, actions, headings }

  /// The command line that is being typed.
  let line: PaletteLine.Found?
  /// The kind of item: a leading `>` leaves out notes, `@` searches headings only.
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
      default: line?.names == .note ? .notes : .all
      }
    let words =
      switch sought {
      case .all: text
      case .notes: line?.argument ?? ""
      case .actions, .headings: String(text.drop { $0 == " " }.dropFirst())
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
