/// The live module tree as a value, for the screen that shows it and for scripts.
package struct ModuleTreeNode: Equatable, Sendable {
  package var name: String
  /// How it is shown: "push", "modal", "box", "slot preview", "attached".
  package var presentation: String
  package var children: [ModuleTreeNode]

  package init(name: String, presentation: String, children: [ModuleTreeNode]) {
    self.name = name
    self.presentation = presentation
    self.children = children
  }
}
