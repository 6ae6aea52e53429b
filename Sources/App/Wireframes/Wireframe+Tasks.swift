import Daily
import OpenVault
import Services
import UseCases
import VaultSettings

extension Wireframe {
  /// Tasks, as the settings of this moment say where templates lie, and which note new ones go into that
  /// are of no other.
  var tasks: TaskCases {
    var services = vault.services
    let settings = container.preferences.values
    if let note = settings[.taskNote] { services.tasks.note = note }
    return TaskCases(services, tasks: services.tasks(by: settings), clock: container.clock)
  }
}
