import Agenda
import Daily
import OpenVault
import TaskForm
import UseCases
import VaultSettings

extension Wireframe {
  /// Returns the route to the agenda's form, in a box.
  func taskForm(_ form: AgendaForm) -> Route {
    Route("TaskForm") {
      TaskFormBuilder.make(
        TaskFormRequest(
          ofTask: form.task, day: form.day, reading: form.reading, dayAtEnd: form.dayAtEnd,
          write: form.write))
    }
  }

  /// The use cases for tasks by the current settings: where templates are, and the note for tasks
  /// without a note of their own.
  var tasks: TaskCases {
    var services = vault.services
    let settings = container.preferences.values
    if let note = settings[.taskNote] { services.tasks.note = note }
    return TaskCases(services, tasks: services.tasks(by: settings), clock: container.clock)
  }
}
