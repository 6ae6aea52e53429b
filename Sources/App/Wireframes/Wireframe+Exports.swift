import Daily
import Entities
import Exports
import OpenVault
import Services

extension Wireframe {
  /// Returns the route to exports of all notes, or of those chosen elsewhere; nil if the vault cannot
  /// export notes.
  func exports(of subject: ExportSubject? = nil, named name: String? = nil) -> Route? {
    guard let exports = vault.services.exchange.exports, let outside = container.outside else {
      return nil
    }
    let planner = notePlanner()
    let services = ExportsServices(
      exports, clock: container.clock, work: container.work,
      daily: { await planner.dailyNotes() })
    return Route("Exports") {
      ExportsBuilder.make(
        services, of: subject, named: name ?? vault.name, in: outside.path(typed: "~"),
        wireframe: ExportsRoutes(wireframe: self))
    }
  }

  func export(_ note: NoteID) {
    let name = note.path.stem.text
    let subject = ExportSubject(name: "“\(name)”", notes: { [note] })
    if let route = exports(of: subject, named: name) { push(route) }
  }
}

/// The routes of exports.
private final class ExportsRoutes: Routes, ExportsWireframe {
  func path(typed: String) -> NotePath {
    wireframe.container.outside?.path(typed: typed) ?? NotePath(typed)
  }
}
