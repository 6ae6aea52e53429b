import Viper

/// Turns the tree of live modules into rows.
@MainActor
final class ModuleTreePresenter: ModuleTreePresenting, LifeCycle {
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
    case .scroll(let move): scroll(move)
    case .reload: reload()
    case .close: close()
    }
  }

  private func scroll(_ move: ScrollMove) {
    state.firstRow = move.first(
      from: state.firstRow, of: rows.count, visible: view?.visibleRows ?? 0)
  }

  private func reload() {
    guard let source else { return }
    rows = Self.rows(of: source.moduleTree())
    scroll(.lines(0))
    view?.reloadRows()
  }

  private func close() {
    if let error = route?.close() { state.message = error.message }
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
