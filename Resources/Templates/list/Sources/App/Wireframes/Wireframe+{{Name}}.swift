import Entities
import OpenVault
import {{Name}}

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") {
      {{Name}}Builder.make(
        cases: {{Name}}Cases(vault.services.store), work: container.work,
        wireframe: {{Name}}Routes(wireframe: self))
    }
  }
}

/// The routes of {{words}}.
final class {{Name}}Routes: Routes, {{Name}}Wireframe {
  func open(_ note: NoteID) { openNote(note) }
}
