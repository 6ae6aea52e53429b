package import Viper

/// The source of the live modules: the app's router.
@MainActor
package protocol ModuleTreeSource: AnyObject {
  func moduleTree() -> ModuleTreeNode
}

struct ModuleTreeState: MessageState {
  var rows: [ModuleTreeRow] = []
  var message = Message()
}

enum ModuleTreeCommand: Equatable, Sendable {
  /// Handled by the view itself.
  case scroll(ScrollMove)
  case reload
  case close
}

/// A module as a line of the tree.
struct ModuleTreeRow: Equatable, Sendable {
  /// The branch lines before the name: "│ ├ ".
  var branch: String
  var name: String
  var presentation: String
}

typealias ModuleTreeView = StateView<ModuleTreeState>
typealias ModuleTreePresenting = Presenting<ModuleTreeState, ModuleTreeCommand>
