import Entities
import {{Name}}

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") {
      watching(
        {{Name}}Builder.make(
          cases: {{Name}}Cases(vault.services), work: container.work, date: container.date,
          wireframe: {{Name}}Routes(wireframe: self), didChange: vault.notesWereRewritten))
    }
  }
}

/// The routes of {{words}}.
final class {{Name}}Routes: Routes, {{Name}}Wireframe {
  func open(_ note: NoteID) { openNote(note) }
}
