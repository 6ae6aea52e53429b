package import Viper

/// Knows the modules that live now; the app's router does.
@MainActor
package protocol ModuleTreeSource: AnyObject {
  func moduleTree() -> ModuleTreeNode
}

struct ModuleTreeState: Equatable, Sendable {
  var firstRow = 0
  var message = ""
}

enum ModuleTreeCommand: Equatable, Sendable {
  case scroll(ScrollMove)
  case reload
  case close
}

/// One module as a line of the tree.
struct ModuleTreeRow: Equatable, Sendable {
  /// The lines that lead to it: "│ ├ ".
  var branch: String
  var name: String
  var presentation: String
}

@MainActor
protocol ModuleTreeView: AnyObject {
  func show(_ state: ModuleTreeState)
  func reloadRows()
  var visibleRows: Int { get }
}

@MainActor
protocol ModuleTreeEventHandler: AnyObject {
  var view: (any ModuleTreeView)? { get set }
  func handle(_ command: ModuleTreeCommand)
}

@MainActor
protocol ModuleTreeDataSource: AnyObject {
  var rowCount: Int { get }
  func row(at index: Int) -> ModuleTreeRow
}
