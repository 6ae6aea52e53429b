import Daily
import Services
import VaultSettings

extension Wireframe {
  /// What is to be done, as the settings of this moment say where templates lie.
  var tasks: any TaskIndex { vault.services.tasks(by: container.preferences.values) }

  /// Changes tasks; new ones that are of no note go into the one that is set.
  var taskWriting: any TaskWriting {
    var services = vault.services
    if let note = container.preferences.values[.taskNote] { services.tasks.note = note }
    return services.taskWriting
  }
}
