package import Terminal
package import Viper

/// Makes the form for a new task, or for another day of one. Show it in a box; it closes itself.
@MainActor
package enum TaskFormBuilder {
  package static func make(_ request: TaskFormRequest) -> Module<any Screen> {
    let presenter = TaskFormPresenter(request)
    let screen = TaskFormScreen(presenter: presenter, day: request.day)
    return Module(
      name: "TaskForm", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The form's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [TaskFormKeymap.map.table, TaskFormKeymap.dayMap.table]
  }
}
