package import Terminal
package import Viper

/// Makes the form of a new task, or of another day for one. Show it in a box; it closes itself.
@MainActor
package struct TaskFormBuilder {
  package init() {}

  /// `day` stands in its field at first. With `words` it is asked for alone, for the task that has
  /// them. `output` is not kept alive.
  package func make(
    ofTask words: String? = nil, day: String = "", output: any TaskFormOutput
  ) -> Module<any Screen> {
    let presenter = TaskFormPresenter(ofTask: words, day: day, output: output)
    let screen = TaskFormScreen(presenter: presenter, day: day)
    return Module(
      name: "TaskForm", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [TaskFormKeymap.table, TaskFormKeymap.dayTable] }
}
