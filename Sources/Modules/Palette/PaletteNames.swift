import Entities
import Fuzzy
import Viper

/// All that has a name, in blocks: the recent notes, the actions and headings, and then all other notes.
struct PaletteNames {
  var actions: [PaletteAction] { didSet { nameActions() } }
  /// Those of the note below; nil until they are read.
  var headings: [PaletteHeading]? {
    didSet {
      headingBlock = FuzzyNames((headings ?? []).map(\.title), areSentences: true)
      nameActions()
    }
  }
  var recent: [NoteTitle] = [] { didSet { blocks[0] = FuzzyNames(recent.map(\.names)) } }
  /// What is in the blocks from the third on.
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

  /// A block of other notes, where the recent ones have no names.
  mutating func add(_ titles: [NoteTitle], _ names: FuzzyNames) {
    self.titles.append(titles)
    blocks.append(names)
  }

  func blocks(for sought: PaletteText.Sought) -> [FuzzyNames] {
    switch sought {
    case .all: blocks
    // The blocks keep their numbers.
    case .notes: blocks.enumerated().map { $0 == 1 ? FuzzyNames() : $1 }
    case .actions: [blocks[1]]
    case .headings: [headingBlock]
    }
  }

  /// Nothing was typed: the recent notes first, then what can be done; or all headings.
  func all(for sought: PaletteText.Sought) -> [PaletteItem] {
    let notes = recent.prefix(Self.mostRecent).map(PaletteItem.note)
    let actions = actions.indices.filter { !self.actions[$0].mustBeLookedFor }
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
  /// All that it is found by.
  fileprivate var findable: String { ([title] + words).joined(separator: ", ") }
}

/// What is typed, and what it asks for.
struct PaletteText {
  enum Sought { case all, notes, actions, headings }

  /// The line that is typed.
  let line: PaletteLine.Found?
  /// A `>` first leaves the notes out; an `@` leaves the headings of the note below alone.
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

  /// The title of a note that is to be made: without blanks at its ends.
  var noteTitle: String {
    let words = line?.argument ?? text
    guard let first = words.firstIndex(where: { !$0.isWhitespace }),
      let last = words.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(words[first...last])
  }
}

/// A search for what is typed, beside the person who types.
@MainActor
struct PaletteRun {
  private var stopper = FuzzyStop()
  let latest = Latest()
  var isUnderWay = false
  /// Names came meanwhile.
  var mustGoAgain = false
  /// What was found for less than is typed now, letter by letter: to be taken back to.
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
    mustGoAgain = false
  }

  mutating func keep(_ result: FuzzyResult) {
    if earlier.last?.query == result.query { earlier.removeLast() }
    earlier.append(result)
    if earlier.count > Self.mostEarlier { earlier.removeFirst() }
  }
}

/// Which line is typed: `q`, `e tea`, `search green tea`.
extension PaletteLine {
  struct Found: Equatable {
    var index: Int
    var names: Argument
    var argument: String
  }

  /// A line whose name a text begins with. One that takes an argument is found by its whole word alone:
  /// what follows is no part of the name.
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
    // The name of a note is looked for once its command is whole.
    let isWhole = typed.count > name.count
    let names: Argument = line.argument == .note && !isWhole ? .words : line.argument
    return Found(index: index, names: names, argument: String(argument))
  }
}
