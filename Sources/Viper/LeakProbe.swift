/// Remembers the parts of removed modules, without keeping them, and tells which still live.
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
