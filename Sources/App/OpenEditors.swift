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

  /// Saves what is typed in all of them, one after the other, and goes on then. One that asks first, or
  /// cannot, says so, and nothing goes on.
  func saveAll(then goOn: @escaping () -> Void) {
    let edited = editors.compactMap(\.editor).filter(\.isEdited)
    save(edited[...], then: goOn)
  }

  private func save(_ edited: ArraySlice<any EditorInput>, then goOn: @escaping () -> Void) {
    guard let first = edited.first else { return goOn() }
    first.saveToLeave { [weak self] in self?.save(edited.dropFirst(), then: goOn) }
  }

  /// The editor of a note at the top of the stack, by itself or beside another.
  func visibleEditor(of note: NoteID) -> EditorRoutes? {
    entries.lazy.compactMap(\.routes).first { routes in
      guard routes.editor?.note == note, let handle = routes.handle else { return false }
      return routes.wireframe.router.isAtTop(handle)
    }
  }
}
