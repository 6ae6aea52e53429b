import Terminal
import Viper

/// A live module in the router's tree, with its windows.
@MainActor
final class RouteNode {
  let module: ScreenModule
  let handle: RouteHandle
  let key: String
  let isQuestion: Bool
  var presentation: Presentation?
  weak var parent: RouteNode?
  /// The children in slots and attached ones, in the order of their arrival.
  var children: [RouteNode] = []
  /// The child in a slot that gets keys first.
  weak var focused: RouteNode?
  /// Whether the module has appeared.
  var isOnScreen = false
  /// The module that fills this one's screen, from a slot of it or of a module in one.
  weak var filling: RouteNode?
  var wasReady = false
  /// The window around a box.
  var frameWindow: (any Window)?
  var drawnFrameTitle: String?

  init(module: ScreenModule, handle: RouteHandle, route: Route) {
    self.module = module
    self.handle = handle
    key = route.key
    isQuestion = route.isQuestion
  }

  /// The chrome that the screen reported last.
  private(set) var knownChrome = Chrome()

  /// The screen's chrome, read again only if the screen says that it may have changed.
  var chrome: Chrome {
    guard let screen else { return knownChrome }
    if screen.surface.chromeIsStale {
      knownChrome = screen.chrome
      screen.surface.chromeWasRead()
    }
    return knownChrome
  }

  var name: String { module.name }
  var screen: (any Screen)? { module.view }

  /// The node and everything below it, parents before children.
  var family: [RouteNode] {
    var family: [RouteNode] = []
    add(to: &family)
    return family
  }

  private func add(to family: inout [RouteNode]) {
    family.append(self)
    for child in children { child.add(to: &family) }
  }

  /// Whether it is in a slot and fills the screen that holds it.
  var fillsRoot: Bool { parent != nil && root.filling === self }

  /// Removes itself from its parent, which gets the focus back.
  func leaveParent() {
    if fillsRoot { root.filling = nil }
    parent?.children.removeAll { $0 === self }
    if parent?.focused === self { parent?.focused = nil }
  }

  /// The ancestor that is on the stack.
  var root: RouteNode { parent?.root ?? self }

  /// Reports the focus to the node and everything below it.
  func updateFocus() {
    var holder = self
    while let child = holder.focused { holder = child }
    for node in family {
      node.screen?.surface.focusIs(
        own: node === holder, inSlot: node.focused?.presentation?.slotName)
      node.screen?.surface.fills(node.fillsRoot)
    }
  }

  var treeNode: ModuleTreeNode {
    ModuleTreeNode(
      name: name, presentation: presentation?.name ?? "made", children: children.map(\.treeNode))
  }
}
