import Entities
import Fuzzy

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
    if sought == .headings { return heading(hit.place) }
    if sought == .actions || hit.block == 1 {
      return hit.place < actions.count
        ? .action(hit.place) : heading(hit.place - actions.count)
    }
    return .note(hit.block == 0 ? recent[hit.place] : titles[hit.block - 2][hit.place])
  }

  private func heading(_ number: Int) -> PaletteItem { .heading((headings ?? [])[number]) }
}

extension PaletteAction {
  /// All that it is found by.
  fileprivate var findable: String { ([title] + words).joined(separator: ", ") }
}
