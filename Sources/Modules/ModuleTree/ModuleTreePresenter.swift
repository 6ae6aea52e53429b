import Viper

/// Turns the tree of live modules into rows.
@MainActor
final class ModuleTreePresenter: ScreenPresenter, Presenting, LifeCycle {
  weak var view: (any ModuleTreeView)? { didSet { view?.show(state) } }
  private weak var source: (any ModuleTreeSource)?
  private(set) var route: RouteHandle?
  var state = ModuleTreeState()

  init(source: any ModuleTreeSource) {
    self.source = source
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  /// Loads the tree now, because it does not contain this module any earlier.
  func moduleDidAppear() {
    reload()
  }

  func handle(_ command: ModuleTreeCommand) {
    switch command {
    case .scroll: break
    case .reload: reload()
    case .close: close()
    }
  }

  private func reload() {
    guard let source else { return }
    state.rows = Self.rows(of: source.moduleTree())
    showState()
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
