import Viper

/// Turns the tree of live modules into rows.
@MainActor
final class ModuleTreePresenter: ModuleTreeEventHandler, ModuleTreeDataSource, LifeCycle {
  weak var view: (any ModuleTreeView)? { didSet { view?.show(state) } }
  private weak var source: (any ModuleTreeSource)?
  private var rows: [ModuleTreeRow] = []
  private var route: RouteHandle?
  private var state = ModuleTreeState() { didSet { view?.show(state) } }

  init(source: any ModuleTreeSource) {
    self.source = source
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  /// Not before: only now does the tree hold this module too.
  func moduleDidAppear() {
    reload()
  }

  var rowCount: Int { rows.count }

  func row(at index: Int) -> ModuleTreeRow { rows[index] }

  func handle(_ command: ModuleTreeCommand) {
    switch command {
    case .scroll(let lines): scroll(by: lines)
    case .page(let pages): scroll(by: pages * max(1, (view?.visibleRows ?? 1) - 1))
    case .toStart: state.firstRow = 0
    case .toEnd: state.firstRow = lastFirstRow
    case .reload: reload()
    case .close: close()
    }
  }

  private var lastFirstRow: Int { max(0, rows.count - (view?.visibleRows ?? 0)) }

  private func scroll(by lines: Int) {
    // Clamped before as well: a larger window may have fewer rows to scroll.
    state.firstRow = max(0, min(min(state.firstRow, lastFirstRow) + lines, lastFirstRow))
  }

  private func reload() {
    guard let source else { return }
    rows = Self.rows(of: source.moduleTree())
    state.firstRow = min(state.firstRow, lastFirstRow)
    view?.reloadRows()
  }

  private func close() {
    do {
      try route?.remove()
    } catch .alreadyRemoved {
      // Gone is what was wanted.
    } catch {
      state.message = error.message
    }
  }

  private static func rows(of root: ModuleTreeNode) -> [ModuleTreeRow] {
    [ModuleTreeRow(branch: "", name: root.name, presentation: root.presentation)]
      + rows(below: root, indent: "")
  }

  private static func rows(below parent: ModuleTreeNode, indent: String) -> [ModuleTreeRow] {
    parent.children.enumerated().flatMap { index, child in
      let isLast = index == parent.children.count - 1
      let row = ModuleTreeRow(
        branch: indent + (isLast ? "└ " : "├ "), name: child.name,
        presentation: child.presentation)
      return [row] + rows(below: child, indent: indent + (isLast ? "  " : "│ "))
    }
  }
}
