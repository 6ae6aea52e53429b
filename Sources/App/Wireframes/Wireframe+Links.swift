import Editor
import Entities
import Links

extension Wireframe {
  /// Returns the route to the links of a note.
  func links(of note: NoteID) -> Route {
    Route("Links", key: note.path.text) {
      let routes = LinksRoutes(wireframe: self)
      return watching(
        LinksBuilder.make(
          cases: LinkCases(vault.services), work: container.work, for: note, wireframe: routes,
          didChange: vault.notesWereRewritten))
    }
  }
}

/// The routes of a note's links.
private final class LinksRoutes: Routes, LinksWireframe {
  func open(_ note: NoteID, at position: LinkPosition?) {
    openNote(note, at: position.map(EditorTarget.init))
  }

  func peek(at note: NoteID, at position: LinkPosition?) {
    let route = wireframe.editor(
      .note(note), at: position.map(EditorTarget.init), asPeek: true,
      output: wireframe.vault.changedNotes)
    wireframe.attempt(try wireframe.router.custom(route, .peek))
  }
}

extension EditorTarget {
  fileprivate init(_ position: LinkPosition) {
    switch position {
    case .line(let line): self = .line(line)
    case .part(let part): self = .part(part)
    }
  }
}
