package import Terminal
package import Viper

/// Makes the form of a new task, or of another day for one. Show it in a box; it closes itself.
@MainActor
package enum TaskFormBuilder {
  package static func make(_ request: TaskFormRequest) -> Module<any Screen> {
    let presenter = TaskFormPresenter(request)
    let screen = TaskFormScreen(presenter: presenter, day: request.day)
    return Module(
      name: "TaskForm", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [TaskFormKeymap.map.table, TaskFormKeymap.dayMap.table]
  }
}
