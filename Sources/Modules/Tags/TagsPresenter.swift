import Entities
import Viper

/// Turns commands into use cases and routes, and tags into rows.
@MainActor
final class TagsPresenter: ListPresenter {
  weak var view: (any TagsView)? { didSet { view?.show(state) } }

  private let interactor: TagRenamer
  private let wireframe: any TagsWireframe
  private let didChange: @MainActor ([NoteID], [NoteMove]) -> Void
  var route: RouteHandle?
  var state = TagsState()
  private var tree = TagTree()
  /// The selected tag, by name because rows move.
  private var selectedName: String?
  private var preview: [TagChangeRow] = []

  init(
    interactor: TagRenamer, wireframe: any TagsWireframe,
    didChange: @escaping @MainActor ([NoteID], [NoteMove]) -> Void
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.didChange = didChange
    interactor.output = self
  }

  // MARK: - Rows

  private var selectedTag: TagItem? {
    state.selected.map { interactor.tags[tree.rows[$0]] }
  }

  private func select(_ row: Int) {
    state.select(row)
    selectedName = selectedTag?.name
  }

  private func layOut() {
    tree.layOut(interactor.tags, filter: state.filter)
    state.total = interactor.tags.count
    state.rowCount = tree.rows.count
    let row = tree.rows.firstIndex { interactor.tags[$0].name == selectedName }
    select(row ?? state.selected ?? 0)
    view?.reloadRows()
    view?.show(state)
  }

  /// Selects a row of the preview while it is shown, else a tag.
  private func selectShown(_ row: Int) {
    guard let shown = state.preview else { return select(row) }
    state.preview?.selected = min(max(0, row), max(0, shown.rowCount - 1))
  }

  private func rowShown(after move: ScrollMove) -> Int {
    guard let shown = state.preview else { return row(after: move) }
    return move.row(from: shown.selected, of: shown.rowCount, visible: visibleRows)
  }

  private func fold() {
    guard let tag = selectedTag, let row = state.selected,
      TagTree.hasBelow(tree.rows[row], in: interactor.tags), state.filter.isEmpty
    else { return showMessage(TagsWords.nothingBelow) }
    tree.toggle(tag)
    layOut()
  }

  private func filter(_ words: String) {
    state.filter = words
    layOut()
    if !words.isEmpty { select(0) }
  }
}

extension TagsPresenter: ListPresenting {
  func handle(_ command: TagsCommand) {
    state.message = Message()
    switch command {
    case .move(let move): selectShown(rowShown(after: move))
    case .select(let row): selectShown(row)
    case .fold: fold()
    case .foldAll:
      tree.toggleAll(interactor.tags)
      layOut()
    case .open:
      guard let tag = selectedTag else { break }
      state.isFiltering = false
      wireframe.search(tag: tag.name)
    case .rename:
      if let tag = selectedTag?.name {
        wireframe.ask(.name(insteadOf: tag)) { [weak self] answer in
          if case .typed(let name) = answer { self?.rename(tag, to: name) }
        }
      }
    case .undo: interactor.undo()
    case .beginFilter: state.isFiltering = true
    case .filter(let words): filter(words)
    case .keepFilter: state.isFiltering = false
    case .dropFilter:
      state.isFiltering = false
      if state.filter.isEmpty { close() } else { filter("") }
    case .carryOut:
      state.preview = nil
      interactor.carryOut()
    case .dropPreview:
      state.preview = nil
      showMessage(TagsWords.nothingChanged)
    case .reload:
      state.isLoading = true
      interactor.load()
    case .close: close()
    }
    view?.show(state)
  }

  private func rename(_ tag: String, to typed: String) {
    var name = typed[...]
    while let first = name.first, first == "#" || first == " " { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    if name.isEmpty {
      return showMessage(TagsWords.nameIsMissing, isWarning: true)
    }
    if name == tag { return showMessage(TagsWords.isNameAlready(tag)) }
    interactor.find(renaming: tag, to: String(name))
  }

  func row(at index: Int) -> TagsRow {
    state.preview == nil ? .tag(tagRow(at: index)) : .change(preview[index])
  }

  private func tagRow(at index: Int) -> TagRow {
    let number = tree.rows[index]
    let tag = interactor.tags[number]
    let isFound = !state.filter.isEmpty
    let name = tag.name.split(separator: "/").last.map(String.init) ?? tag.name
    return TagRow(
      depth: isFound ? 0 : TagTree.depth(of: tag.name), name: isFound ? tag.name : name,
      own: tag.own, all: tag.all, hasBelow: TagTree.hasBelow(number, in: interactor.tags),
      isFolded: tree.isFolded(tag))
  }
}

extension TagsPresenter: TagRenamingOutput {
  func tagsChanged() {
    state.isLoading = false
    layOut()
  }

  func found(_ changes: TagChanges) {
    if changes.lines.isEmpty {
      return showMessage(TagsWords.isGone(changes.tag))
    }
    preview = TagChangeRow.rows(of: changes)
    state.preview = TagsState.Preview(
      title: TagsWords.title(of: changes), merges: changes.merges, rowCount: preview.count)
    view?.reloadRows()
    view?.show(state)
  }

  func renamed(_ changes: TagChanges, _ rewritten: TagsRewritten) {
    selectedName = changes.name
    showMessage(TagsWords.renamed(changes, rewritten))
    didChange(rewritten.touched, rewritten.moves)
  }

  func tookBack(renamingOf tag: String, _ rewritten: TagsRewritten) {
    selectedName = tag
    showMessage(TagsWords.takenBack(rewritten))
    didChange(rewritten.touched, rewritten.moves)
  }

  func nothingToUndo() { showMessage(SharedWords.nothingToUndo) }

  func failed(_ message: String) {
    state.isLoading = false
    showMessage(message, isWarning: true)
  }
}

extension TagsPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  package func moduleWasRemoved() { interactor.stop() }
}

/// The visible tags: those that are not folded away, or those that match the filter.
struct TagTree: Equatable {
  private(set) var rows: [Int] = []
  private var folded: Set<String> = []

  static func depth(of name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: "/") } }

  static func hasBelow(_ index: Int, in tags: [TagItem]) -> Bool {
    index + 1 < tags.count && isBelow(tags[index + 1].name, tags[index].name)
  }

  /// Compares depths only: names in a tree may differ in case, as notes spell them differently.
  private static func isBelow(_ name: String, _ parent: String) -> Bool {
    depth(of: name) > depth(of: parent)
  }

  func isFolded(_ tag: TagItem) -> Bool { folded.contains(tag.name) }

  mutating func toggle(_ tag: TagItem) {
    if folded.remove(tag.name) == nil { folded.insert(tag.name) }
  }

  /// Folds all tags with others below them, or unfolds them if all are folded.
  mutating func toggleAll(_ tags: [TagItem]) {
    let parents = tags.indices.filter { Self.hasBelow($0, in: tags) }.map { tags[$0].name }
    folded = folded.isSuperset(of: parents) ? [] : Set(parents)
  }

  mutating func layOut(_ tags: [TagItem], filter: String) {
    rows = []
    if !filter.isEmpty {
      let words = filter.lowercased().split(separator: " ").map(String.init)
      rows = tags.indices.filter { index in
        let name = tags[index].name.lowercased()
        return words.allSatisfy { name.contains($0) }
      }
      return
    }
    var hiddenBelow: Int?
    for (index, tag) in tags.enumerated() {
      let depth = Self.depth(of: tag.name)
      if let hidden = hiddenBelow, depth > hidden { continue }
      hiddenBelow = isFolded(tag) ? depth : nil
      rows.append(index)
    }
  }
}
