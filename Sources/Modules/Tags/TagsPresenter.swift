import Entities
import Services
import Viper

/// Turns commands into use cases and routes, and tags into rows.
@MainActor
final class TagsPresenter {
  weak var view: (any TagsView)? { didSet { view?.show(state) } }

  private let interactor: any TagRenaming
  private let wireframe: any TagsWireframe
  private weak var output: (any TagsOutput)?
  private var route: RouteHandle?
  private var state = TagsState()
  private var tree = TagTree()
  /// Followed by name, because rows move.
  private var selectedName: String?
  private var askedAbout: String?
  private var preview: [TagChangeRow] = []

  init(
    interactor: any TagRenaming, wireframe: any TagsWireframe, output: (any TagsOutput)?
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.output = output
    interactor.output = self
  }

  private func say(_ message: String, warning: Bool = false) {
    state.message = message
    state.isWarning = warning
    view?.show(state)
  }

  // MARK: - Rows

  private var selectedTag: TagItem? {
    state.selected.map { interactor.tags[tree.rows[$0]] }
  }

  private func select(_ row: Int) {
    state.selected = tree.rows.isEmpty ? nil : min(max(0, row), tree.rows.count - 1)
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

  private func move(_ rows: Int) {
    guard var shown = state.preview else { return select((state.selected ?? 0) + rows) }
    shown.selected = min(max(0, shown.selected + rows), max(0, shown.rowCount - 1))
    state.preview = shown
  }

  private func fold() {
    guard let tag = selectedTag, let row = state.selected,
      TagTree.hasBelow(tree.rows[row], in: interactor.tags), state.filter.isEmpty
    else { return say("No tags stand below this one.") }
    tree.toggle(tag)
    layOut()
  }

  private func filter(_ words: String) {
    state.filter = words
    layOut()
    if !words.isEmpty { select(0) }
  }

  private func close() {
    if let error = route?.close() { say(error.message, warning: true) }
  }
}

extension TagsPresenter: TagsPresenting {
  func handle(_ command: TagsCommand) {
    state.message = ""
    state.isWarning = false
    switch command {
    case .move(let rows): move(rows)
    case .page(let pages): move(pages * max(1, (view?.visibleRows ?? 1) - 1))
    case .first: move(-(state.preview?.rowCount ?? state.rowCount))
    case .last: move(state.preview?.rowCount ?? state.rowCount)
    case .select(let row):
      if state.preview == nil { select(row) } else { move(row - (state.preview?.selected ?? 0)) }
    case .fold: fold()
    case .foldAll:
      tree.toggleAll(interactor.tags)
      layOut()
    case .open:
      guard let tag = selectedTag else { break }
      state.isFiltering = false
      wireframe.search(tag: tag.name)
    case .rename:
      if let tag = selectedTag {
        askedAbout = tag.name
        wireframe.askForName(insteadOf: tag.name, answer: self)
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
      say("Nothing was changed.")
    case .reload:
      state.isLoading = true
      interactor.load()
    case .close: close()
    }
    view?.show(state)
  }
}

extension TagsPresenter: TagsAnswers {
  func nameWasTyped(_ typed: String) {
    guard let tag = askedAbout else { return }
    askedAbout = nil
    var name = typed[...]
    while let first = name.first, first == "#" || first == " " { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    if name.isEmpty { return say("A tag needs a name. Press r to type one.", warning: true) }
    if name == tag { return say("#\(tag) is called so already.") }
    interactor.find(renaming: tag, to: String(name))
  }
}

extension TagsPresenter {
  func row(at index: Int) -> TagRow {
    let number = tree.rows[index]
    let tag = interactor.tags[number]
    let isFound = !state.filter.isEmpty
    let name = tag.name.split(separator: "/").last.map(String.init) ?? tag.name
    return TagRow(
      depth: isFound ? 0 : TagTree.depth(of: tag.name), name: isFound ? tag.name : name,
      own: tag.own, all: tag.all, hasBelow: TagTree.hasBelow(number, in: interactor.tags),
      isFolded: tree.isFolded(tag))
  }

  func changeRow(at index: Int) -> TagChangeRow { preview[index] }
}

extension TagsPresenter: TagRenamingOutput {
  func tagsChanged() {
    state.isLoading = false
    layOut()
  }

  func found(_ changes: TagChanges) {
    if changes.lines.isEmpty {
      return say("No note has #\(changes.tag) any more: nothing to change.")
    }
    preview = TagChangeRow.rows(of: changes)
    state.preview = TagsState.Preview(
      title: changes.title, merges: changes.merges, rowCount: preview.count)
    view?.reloadRows()
    view?.show(state)
  }

  func renamed(_ changes: TagChanges, _ receipt: RewriteReceipt) {
    selectedName = changes.name
    let (moves, linking) = (receipt.moves.count, receipt.linking.count)
    let names = moves == 0 ? "" : moves == 1 ? " and 1 file's name" : " and \(moves) files' names"
    let links = linking == 0 ? "" : ", with the links in \(Self.notes(linking))"
    say(
      "#\(changes.tag) is #\(changes.name) now, in \(Self.notes(receipt.notes.count))\(names)\(links)."
        + " Press u to undo.")
    output?.tagsDidChange(receipt.touched, moves: receipt.moves)
  }

  func tookBack(_ receipt: RewriteReceipt) {
    say("The tags in \(Self.notes(receipt.notes.count)) are as they were.")
    output?.tagsDidChange(receipt.touched, moves: receipt.moves)
  }

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }

  func nothingToUndo() { say("Nothing to undo.") }

  func failed(_ failure: TagFailure) {
    state.isLoading = false
    say(failure.message, warning: true)
  }
}

extension TagsPresenter: TagsInput {
  package func notesChangedOutside() { interactor.load() }
}

extension TagsPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  package func moduleWasRemoved() { interactor.stop() }
}
