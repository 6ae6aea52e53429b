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

typealias ModuleTreeView = ListView<ModuleTreeState>
@MainActor
protocol ModuleTreePresenting: ListPresenting<ModuleTreeState, ModuleTreeCommand, ModuleTreeRow> {
  var rowCount: Int { get }
}
