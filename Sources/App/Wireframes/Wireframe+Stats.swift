import Entities
import NewNotes
import Services
import Stats
import Viper

extension Wireframe {
  func stats() -> Route {
    Route("Stats") {
      let services = vault.services
      let routes = StatsRoutes(wireframe: self)
      let built = StatsBuilder(
        index: services.index, tasks: tasks, activity: services.activity, files: services.files,
        clock: container.clock, work: container.work
      ).make(weekStart: container.preferences.weekStart, wireframe: routes)
      routes.link(built.input)
      vault.watch.add(routes)
      return built.module
    }
  }
}

/// Where the statistics can lead.
@MainActor
final class StatsRoutes: StatsWireframe {
  private let wireframe: Wireframe
  private weak var stats: (any StatsInput)?

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func link(_ stats: any StatsInput) { self.stats = stats }

  func open(_ note: NoteID) { wireframe.app.open(note, beside: false) }

  func openDailyNote(of day: Day) { wireframe.newNotes?.openDailyNote(of: day) }
}

extension StatsRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) { stats?.notesChangedOutside() }
}
