import Entities
import {{Name}}

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") {
      let built = {{Name}}Builder(
        cases: {{Name}}Cases(vault.services), work: container.work, date: container.date
      ).make(
        wireframe: {{Name}}Routes(wireframe: self), didChange: vault.notesWereRewritten)
      vault.watch.add(built.input)
      return built.module
    }
  }
}

/// Where {{words}} can go.
@MainActor
final class {{Name}}Routes: Routes, {{Name}}Wireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func open(_ note: NoteID) { openNote(note) }
}
