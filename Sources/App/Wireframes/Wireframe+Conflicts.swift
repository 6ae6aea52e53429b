import Comparing
import Conflicts
import Editor
import Entities

extension Wireframe {
  /// Returns the route to the conflicts; nil if they are not searched for.
  func conflicts() -> Route? {
    guard let interactor = container.vault?.conflicts else { return nil }
    return Route("Conflicts") {
      ConflictsBuilder.make(
        interactor: interactor, date: container.date, wireframe: ConflictsRoutes(wireframe: self))
    }
  }
}

/// The routes of the conflicts.
private final class ConflictsRoutes: Routes, ConflictsWireframe {
  func open(_ note: NoteID, atLine line: Int?) {
    openNote(note, at: line.map { .line($0) })
  }

  func showDifference(
    _ lines: [DifferenceLine], titled title: String, then: @escaping @MainActor () -> Void
  ) {
    wireframe.push(wireframe.difference(lines, titled: title, whenClosed: then))
  }
}
