package import Entities
package import Terminal
package import UseCases
package import Viper

/// Makes the agenda from the task use cases, a clock and the first weekday of weeks.
@MainActor
package enum AgendaBuilder {
  package static func make(
    tasks: TaskCases, work: Work, clock: any WallClock, scheduler: any Scheduler,
    weekStart: Weekday, showsCalendar: Bool = false, wireframe: any AgendaWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = AgendaInteractor(
      tasks, clock: clock, scheduler: scheduler, weekStart: weekStart, work: work)
    let presenter = AgendaPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange,
      showsCalendar: showsCalendar)
    let screen = AgendaScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Agenda", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The agenda's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [AgendaKeymap.rows.table, AgendaKeymap.filter.table, AgendaKeymap.calendar.table]
  }
}
