import Editor
import Entities
import Services
import Viper

import {{Name}}

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") {
      {{Name}}Builder(store: vault.services.store, work: container.work)
        .make(wireframe: {{Name}}Routes(wireframe: self))
    }
  }
}

/// Where {{words}} can go.
@MainActor
final class {{Name}}Routes: {{Name}}Wireframe {
  private let wireframe: Wireframe

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func open(_ note: NoteID) {
    let route = wireframe.editor(.note(note), output: wireframe.vault.changedNotes)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }
}
