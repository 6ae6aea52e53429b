import Entities
import OpenVault
import {{Name}}

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") {
      let cases = {{Name}}Cases(vault.services.store)
      return {{Name}}Builder(cases: cases, work: container.work)
        .make(wireframe: {{Name}}Routes(wireframe: self))
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
