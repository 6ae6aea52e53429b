import Services

extension Wireframe {
  /// Changes tasks; new ones that are of no note go into the one that is set.
  var taskWriting: any TaskWriting {
    var services = vault.services
    if let note = container.preferences.values[.taskNote] { services.taskNote = note }
    return services.taskWriting
  }
}
