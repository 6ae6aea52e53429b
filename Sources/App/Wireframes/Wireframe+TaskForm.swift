import TaskForm
import Viper

extension Wireframe {
  /// Asks for the words and the day of a new task, or for another day of the task that has these
  /// words, and tells `output`.
  func taskForm(
    ofTask words: String? = nil, day: String, output: any TaskFormOutput
  ) -> Route {
    Route("TaskForm") { TaskFormBuilder().make(ofTask: words, day: day, output: output) }
  }
}
