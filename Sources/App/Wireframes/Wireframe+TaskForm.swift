import Agenda
import TaskForm
import Viper

extension Wireframe {
  /// What the agenda wants to be typed, in a box.
  func taskForm(_ form: AgendaForm) -> Route {
    Route("TaskForm") {
      TaskFormBuilder().make(
        TaskFormRequest(
          ofTask: form.task, day: form.day, reading: form.reading, dayAtEnd: form.dayAtEnd,
          write: form.write))
    }
  }
}
