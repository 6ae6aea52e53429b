import Editor
import Entities

/// The editors of a vault that live now: a note that is in sight is gone to, not opened again.
@MainActor
final class OpenEditors {
  private var entries: [Entry] = []

  private struct Entry {
    weak var routes: EditorRoutes?
  }

  /// Held weakly: an editor goes with its module.
  func add(_ routes: EditorRoutes) {
    entries.removeAll { $0.routes == nil }
    entries.append(Entry(routes: routes))
  }

  /// All that live.
  var editors: [EditorRoutes] { entries.compactMap(\.routes) }

  /// The editor of a note at the top of the stack, by itself or beside another.
  func visibleEditor(of note: NoteID) -> EditorRoutes? {
    entries.lazy.compactMap(\.routes).first { routes in
      guard routes.editor?.note == note, let place = routes.place else { return false }
      return routes.wireframe.router.isAtTop(place)
    }
  }
}
