import Terminal
import Viper

/// One live module in the router's tree, with the windows it was given.
@MainActor
final class RouteNode {
  let module: ScreenModule
  let handle: RouteHandle
  let key: String
  let isQuestion: Bool
  var presentation: Presentation?
  weak var parent: RouteNode?
  /// In slots and attached, in the order they came.
  var children: [RouteNode] = []
  /// The child in a slot that takes the keys first.
  weak var focused: RouteNode?
  /// Whether the module has appeared.
  var isOnScreen = false
  /// The module in a slot of it, or of a module in one, that takes all its room.
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

  /// As the screen last reported it.
  private(set) var knownChrome = Chrome()

  /// The screen's chrome, asked for again only where the screen says that it may differ.
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

  /// Itself and everything below it, parents before children.
  var family: [RouteNode] {
    var family: [RouteNode] = []
    add(to: &family)
    return family
  }

  private func add(to family: inout [RouteNode]) {
    family.append(self)
    for child in children { child.add(to: &family) }
  }

  /// Whether it is in a slot and takes all the room of the screen that holds it.
  var fillsRoot: Bool { parent != nil && root.filling === self }

  /// Is no child any more; the keys that went to it go to its parent.
  func leaveParent() {
    if fillsRoot { root.filling = nil }
    parent?.children.removeAll { $0 === self }
    if parent?.focused === self { parent?.focused = nil }
  }

  /// The one on the stack that it belongs to.
  var root: RouteNode { parent?.root ?? self }

  /// Tells itself and everything below where the keys go.
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
