import Daily
import Entities
import Exports
import NoteList
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

  func canTakeBack(_ export: UndoableExport) {
    // Read-only, the list undoes nothing.
    guard !wireframe.container.isReadOnly, let list = wireframe.vault.list.input else { return }
    list.canTakeBack("export to \(export.target)") {
      try await export.takeBack()
      return []
    }
    wireframe.router.notice = "u in the list takes the export to \(export.target) back."
  }
}
