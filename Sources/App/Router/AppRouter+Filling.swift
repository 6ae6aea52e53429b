import Terminal
package import Viper

/// A module in a slot that takes all the room of the screen that holds it, and gives it back.
extension AppRouter {
  /// Gives it the keys, too. Where its slot has no room it comes in sight by this.
  package func fill(_ handle: RouteHandle) {
    guard let node = node(of: handle), node.presentation?.slotName != nil else { return }
    node.root.filling = node
    focus(handle)
    // In a terminal that is too small for anything nobody gets the keys.
    if !hasFocus(handle) {
      node.root.filling = nil
      layOutEverything()
    }
  }

  /// It stands in its slot again, or is out of sight, and then its holder has the keys.
  package func unfill(_ handle: RouteHandle) {
    guard let node = node(of: handle), node.fillsRoot else { return }
    node.root.filling = nil
    layOutEverything()
    if node.screen?.surface.window == nil, let parent = node.parent { focus(parent.handle) }
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  package func fills(_ handle: RouteHandle) -> Bool { node(of: handle)?.fillsRoot ?? false }

  /// Whether another module takes all the room where this one stands.
  func isCovered(_ node: RouteNode) -> Bool {
    node.root.filling.map { $0 !== node } ?? false
  }
}
