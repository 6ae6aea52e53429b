import TaskForm
import Viper

extension Wireframe {
  /// Asks for the words and the day of a new task, and tells `output`.
  func taskForm(day: String, output: any TaskFormOutput) -> Route {
    Route("TaskForm") { TaskFormBuilder().make(day: day, output: output) }
  }
}
