import Editor
import Entities
import Services
import Viper

extension Wireframe {
  /// The note of a day, as it is or as its template has it: it is made when something is written into
  /// it.
  func dailyNote(_ day: Day) -> Route {
    editor(.planned(.daily(day)), output: container.vault?.changedNotes)
  }

  /// Works out where notes belong that are not there yet.
  func notePlanner() -> NotePlanner {
    NotePlanner(
      store: vault.services.store, index: vault.services.index, foreign: vault.services.foreign,
      settings: container.preferences.values, clock: container.clock)
  }
}
