import Editor
import Entities

/// The live editors of a vault. A note that is visible already is shown again, not opened twice.
@MainActor
final class OpenEditors {
  private var entries: [Entry] = []

  private struct Entry {
    weak var routes: EditorRoutes?
  }

  /// Adds an editor, held weakly.
  func add(_ routes: EditorRoutes) {
    entries.removeAll { $0.routes == nil }
    entries.append(Entry(routes: routes))
  }

  /// All live editors.
  var editors: [EditorRoutes] { entries.compactMap(\.routes) }

  /// Saves all editors one by one, then calls `goOn`. If one has to ask first or fails, it tells
  /// the person, and `goOn` is not called.
  func saveAll(then goOn: @escaping () -> Void) {
    let edited = editors.compactMap(\.editor).filter(\.isEdited)
    save(edited[...], then: goOn)
  }

  private func save(_ edited: ArraySlice<any EditorInput>, then goOn: @escaping () -> Void) {
    guard let first = edited.first else { return goOn() }
    first.saveToLeave { [weak self] in self?.save(edited.dropFirst(), then: goOn) }
  }

  /// Runs a line of vim's in each open note, this one first, until one refuses it. A note that is open
  /// twice runs it in the editor that was opened last.
  func run(
    _ line: String, first: EditorRoutes, then report: @escaping @MainActor (EditorEachNote) -> Void
  ) {
    var shown: Set<NoteID> = []
    var inputs: [any EditorInput] = []
    for routes in [first] + editors.reversed() {
      // A peek has no cursor.
      guard let input = routes.editor, input.cursor != nil else { continue }
      if routes === first, !inputs.isEmpty { continue }
      if let note = input.note, !shown.insert(note).inserted { continue }
      inputs.append(input)
    }
    run(line, inputs[...], EditorEachNote(count: inputs.count), report)
  }

  private func run(
    _ line: String, _ inputs: ArraySlice<any EditorInput>, _ outcome: EditorEachNote,
    _ report: @escaping @MainActor (EditorEachNote) -> Void
  ) {
    guard let input = inputs.first else { return report(outcome) }
    input.run(line: line) { [weak self] reason in
      var outcome = outcome
      if let reason {
        outcome.refusing = input.note?.path.stem.text ?? "New note"
        outcome.reason = reason
        return report(outcome)
      }
      outcome.done += 1
      self?.run(line, inputs.dropFirst(), outcome, report)
    }
  }

  /// Returns the editor of a note at the top of the stack, alone or in a pane.
  func visibleEditor(of note: NoteID) -> EditorRoutes? {
    entries.lazy.compactMap(\.routes).first { routes in
      guard routes.editor?.note == note, let handle = routes.handle else { return false }
      return routes.wireframe.router.isAtTop(handle)
    }
  }
}
