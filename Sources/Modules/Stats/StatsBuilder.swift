package import Entities
package import Services
package import Terminal
package import Viper

/// Makes what counts a vault. It needs the index, the tasks, what knows its days, and the files.
@MainActor
package struct StatsBuilder {
  private let index: any NoteIndex
  private let tasks: any TaskIndex
  private let activity: any NoteActivity
  private let files: any VaultFiles
  private let clock: any WallClock
  private let work: Work

  package init(
    index: any NoteIndex, tasks: any TaskIndex, activity: any NoteActivity,
    files: any VaultFiles, clock: any WallClock, work: Work
  ) {
    self.index = index
    self.tasks = tasks
    self.activity = activity
    self.files = files
    self.clock = clock
    self.work = work
  }

  package func makeInteractor() -> any StatsInteracting {
    StatsInteractor(
      index: index, tasks: tasks, activity: activity, files: files, clock: clock, work: work)
  }

  package func make(
    weekStart: Weekday, wireframe: any StatsWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = makeInteractor()
    let presenter = StatsPresenter(
      interactor: interactor, wireframe: wireframe, weekStart: weekStart)
    let screen = StatsScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Stats", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [StatsKeymap.year.table, StatsKeymap.list.table] }
}
