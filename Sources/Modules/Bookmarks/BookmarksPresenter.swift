import Entities
import VaultSettings
import Viper

/// Turns commands into use cases and routes, and bookmarks into rows.
@MainActor
final class BookmarksPresenter: ListPresenter {
  weak var view: (any BookmarksView)?

  private let interactor: BookmarksInteractor
  private let wireframe: any BookmarksWireframe
  var route: RouteHandle?
  var state = BookmarksState()
  private var tree = BookmarkTree()

  init(interactor: BookmarksInteractor, wireframe: any BookmarksWireframe) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }

  private func layOut() {
    let selected = state.selected.flatMap { tree.rows.indices.contains($0) ? tree.rows[$0] : nil }
    tree.layOut(interactor.items)
    state.total = interactor.items.count
    // If the selected bookmark is in a folded group, select the group.
    if let selected { state.selected = tree.rows.lastIndex { $0 <= selected } }
    showRows(tree.rows.count)
  }

  private func fold() {
    guard let selected = state.selected, tree.isGroup(tree.rows[selected]) else {
      return showMessage(BookmarksWords.noGroup)
    }
    tree.toggle(tree.rows[selected])
    layOut()
  }

  private func open() {
    guard let selected = state.selected else { return }
    let item = interactor.items[tree.rows[selected]]
    if let problem = item.problem {
      return showMessage(BookmarksWords.doesNotOpen(item.title, problem), isWarning: true)
    }
    switch item.bookmark.target {
    case .file(let path, let part):
      if path.isBase {
        wireframe.open(base: path, view: part)
      } else {
        wireframe.open(NoteID(path), at: part)
      }
    case .folder(let path): wireframe.show(folder: path)
    case .search(let query): wireframe.search(query)
    case .address(let address): wireframe.open(address: address)
    case .group: fold()
    case .foreign, .incomplete: break
    }
  }
}

extension BookmarksPresenter: ListPresenting {
  func handle(_ command: BookmarksCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .open: open()
    case .fold: fold()
    case .foldAll:
      tree.toggleAll()
      layOut()
    case .reload:
      state.isLoading = true
      interactor.load()
    case .close: close()
    }
    showState()
  }

  func row(at index: Int) -> BookmarkRow {
    let number = tree.rows[index]
    let item = interactor.items[number]
    let isGroup = tree.isGroup(number)
    let isDim = item.problem != nil && !item.isGone
    return BookmarkRow(
      depth: item.bookmark.depth, title: item.title,
      detail: item.isGone ? BookmarksWords.isGone : item.detail == item.title ? "" : item.detail,
      isDim: isDim, isWrong: item.isGone, isFolded: isGroup ? tree.isFolded(number) : nil)
  }
}

extension BookmarksPresenter: BookmarksInteractorOutput {
  func didRead(problem: String?) {
    state.isLoading = false
    if let problem { state.message = Message(problem, isWarning: true) }
    layOut()
  }
}

extension BookmarksPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) { self.route = route }

  /// Reloads the bookmarks, as Obsidian may have changed them.
  package func moduleWillAppear() { interactor.load() }

  package func moduleWasRemoved() { interactor.stop() }
}

/// The visible bookmarks: those that are not in a folded group.
private struct BookmarkTree: Equatable {
  private(set) var rows: [Int] = []
  /// The folded groups, each as its title after those of the groups around it, so that a group
  /// stays folded when the file is read again.
  private var folded: Set<[String]> = []
  private var names: [Int: [String]] = [:]

  func isFolded(_ item: Int) -> Bool { names[item].map(folded.contains) ?? false }

  func isGroup(_ item: Int) -> Bool { names[item] != nil }

  mutating func toggle(_ item: Int) {
    guard let name = names[item] else { return }
    if folded.remove(name) == nil { folded.insert(name) }
  }

  /// Folds all groups, or unfolds them if all are folded.
  mutating func toggleAll() {
    folded = folded.isSuperset(of: names.values) ? [] : Set(names.values)
  }

  mutating func layOut(_ items: [BookmarkItem]) {
    rows = []
    names = [:]
    var above: [String] = []
    var hiddenBelow: Int?
    for (index, item) in items.enumerated() {
      let depth = item.bookmark.depth
      above.removeLast(max(0, above.count - depth))
      if item.bookmark.target == .group {
        above.append(item.title)
        names[index] = above
      }
      if let hidden = hiddenBelow, depth > hidden { continue }
      hiddenBelow = isFolded(index) ? depth : nil
      rows.append(index)
    }
  }
}
