import Agenda
import Daily
import OpenVault
import Services
import TaskForm
import UseCases
import VaultSettings
import Viper

extension Wireframe {
  /// What the agenda wants to be typed, in a box.
  func taskForm(_ form: AgendaForm) -> Route {
    Route("TaskForm") {
      TaskFormBuilder.make(
        TaskFormRequest(
          ofTask: form.task, day: form.day, reading: form.reading, dayAtEnd: form.dayAtEnd,
          write: form.write))
    }
  }

  /// Tasks, as the settings of this moment say where templates lie, and which note new ones go into that
  /// are of no other.
  var tasks: TaskCases {
    var services = vault.services
    let settings = container.preferences.values
    if let note = settings[.taskNote] { services.tasks.note = note }
    return TaskCases(services, tasks: services.tasks(by: settings), clock: container.clock)
  }
}
