package import Viper

/// Knows the modules that live now; the app's router does.
@MainActor
package protocol ModuleTreeSource: AnyObject {
  func moduleTree() -> ModuleTreeNode
}

struct ModuleTreeState: MessageState {
  var rows: [ModuleTreeRow] = []
  var message = Message()
}

enum ModuleTreeCommand: Equatable, Sendable {
  /// The view's own.
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

typealias ModuleTreeView = StateView<ModuleTreeState>
typealias ModuleTreePresenting = Presenting<ModuleTreeState, ModuleTreeCommand>
