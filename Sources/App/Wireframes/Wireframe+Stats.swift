import Daily
import Entities
import NewNotes
import Stats

extension Wireframe {
  func stats() -> Route {
    Route("Stats") {
      let routes = StatsRoutes(wireframe: self)
      return watching(
        StatsBuilder.make(
          cases: statsCases, work: container.work, weekStart: container.preferences.weekStart,
          wireframe: routes))
    }
  }
}

extension Wireframe {
  var statsCases: StatsCases {
    StatsCases(
      vault.services, tasks: vault.services.tasks(by: container.preferences.values),
      clock: container.clock)
  }
}

/// The routes of the statistics.
private final class StatsRoutes: Routes, StatsWireframe {
  func open(_ note: NoteID) { wireframe.app.open(.found(note)) }

  func openDailyNote(of day: Day) { wireframe.newNotes?.openDailyNote(of: day) }
}
