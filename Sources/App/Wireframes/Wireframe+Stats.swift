import Daily
import Entities
import NewNotes
import OpenVault
import Services
import Stats
import Viper

extension Wireframe {
  func stats() -> Route {
    Route("Stats") {
      let routes = StatsRoutes(wireframe: self)
      let cases = StatsCases(
        vault.services, tasks: vault.services.tasks(by: container.preferences.values),
        clock: container.clock)
      let built = StatsBuilder(cases: cases, work: container.work).make(
        weekStart: container.preferences.weekStart, wireframe: routes)
      vault.watch.add(built.input)
      return built.module
    }
  }
}

/// Where the statistics can lead.
@MainActor
final class StatsRoutes: StatsWireframe {
  private let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func open(_ note: NoteID) { wireframe.app.open(.found(note)) }

  func openDailyNote(of day: Day) { wireframe.newNotes?.openDailyNote(of: day) }
}
