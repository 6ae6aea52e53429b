import Comparing
import Conflicts
import Editor
import Entities
import Services
import Viper

extension Wireframe {
  /// Nil where nothing looks for conflicts.
  func conflicts() -> Route? {
    guard let interactor = container.vault?.conflicts else { return nil }
    return Route("Conflicts") {
      ConflictsBuilder(interactor: interactor, date: container.date)
        .make(wireframe: ConflictsRoutes(wireframe: self))
    }
  }
}

/// Where the conflicts can go.
@MainActor
final class ConflictsRoutes: Routes, ConflictsWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func open(_ note: NoteID, atLine line: Int?) {
    openNote(note, at: line.map { .line($0) })
  }

  func showDifference(
    _ lines: [DifferenceLine], titled title: String, then: @escaping @MainActor () -> Void
  ) {
    wireframe.push(wireframe.difference(lines, titled: title, whenClosed: then))
  }
}
