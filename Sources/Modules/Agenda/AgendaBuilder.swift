package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the agenda. It needs the tasks of the vault, what reads and changes them, a clock, and the
/// weekday that weeks begin with.
@MainActor
package struct AgendaBuilder {
  private let tasks: any TaskIndex
  private let work: Work

  package init(tasks: any TaskIndex, work: Work) {
    self.tasks = tasks
    self.work = work
  }

  package func make(
    index: any NoteIndex, store: any NoteStore, texts: any TaskTexts, writing: any TaskWriting,
    clock: any WallClock, scheduler: any Scheduler, weekStart: Weekday, showsCalendar: Bool = false,
    wireframe: any AgendaWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let parts = AgendaParts(
      tasks: tasks, index: index, texts: texts, writing: writing, trash: store, clock: clock,
      scheduler: scheduler)
    let interactor = AgendaInteractor(parts: parts, weekStart: weekStart, work: work)
    let presenter = AgendaPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange,
      showsCalendar: showsCalendar)
    let screen = AgendaScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Agenda", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [AgendaKeymap.rows.table, AgendaKeymap.filter.table, AgendaKeymap.calendar.table]
  }
}
