/// A module as its builder returns it, with everything that the router needs to know about it.
///
/// `View` is the type of screens, as this target does not know the terminal; nil if viewless.
///
/// ```swift
/// let module = Module(name: "Help", view: screen, lifeCycle: presenter, parts: [presenter])
/// try router.push(module)
/// ```
@MainActor
package struct Module<View> {
  package let name: String
  package let view: View?
  package let lifeCycle: any LifeCycle
  /// Every object that must be gone once the module is removed, watched by the leak probe.
  package let parts: [WeakPart]

  package init(name: String, view: View?, lifeCycle: any LifeCycle, parts: [AnyObject]) {
    self.name = name
    self.view = view
    self.lifeCycle = lifeCycle
    self.parts = parts.map(WeakPart.init)
  }
}

@MainActor
package struct WeakPart {
  package private(set) weak var object: AnyObject?
  package let type: String

  init(_ object: AnyObject) {
    self.object = object
    type = "\(Swift.type(of: object))"
  }
}

/// The live module tree as a value, for its screen and for scripts.
package struct ModuleTreeNode: Equatable, Sendable {
  package var name: String
  /// How the module is shown: "push", "modal", "box", "slot preview", "attached".
  package var presentation: String
  package var children: [ModuleTreeNode]

  package init(name: String, presentation: String, children: [ModuleTreeNode]) {
    self.name = name
    self.presentation = presentation
    self.children = children
  }
}

/// Watches the parts of removed modules, without retaining them, and reports those still alive.
@MainActor
package final class LeakProbe {
  private var watched: [(module: String, parts: [WeakPart])] = []

  package init() {}

  package func watch<View>(_ module: Module<View>) {
    watched.removeAll { $0.parts.allSatisfy { $0.object == nil } }
    watched.append((module.name, module.parts))
  }

  /// One line for each part that outlived its module: `Editor: EditorPresenter`.
  package var leaks: [String] {
    watched.flatMap { entry in
      entry.parts.filter { $0.object != nil }.map { "\(entry.module): \($0.type)" }
    }
  }
}
